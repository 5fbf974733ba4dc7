// From 0.34.0 on: one Job for all pods.

package kubernetesrm

import (
	"github.com/determined-ai/determined/master/internal/config"
	"github.com/determined-ai/determined/master/internal/rm/tasklist"
	"github.com/determined-ai/determined/master/internal/sproto"
	"github.com/determined-ai/determined/master/pkg/device"
	"github.com/determined-ai/determined/master/pkg/model"
	"github.com/determined-ai/determined/master/pkg/tasks"
)

func checkSlots(maxSlots, slots int, single, _ bool) error {
	pool := &kubernetesResourcePool{maxSlotsPerPod: maxSlots}
	return pool.ValidateResources(sproto.ValidateResourcesRequest{Slots: slots, IsSingleNode: single})
}

func assemblePods(
	c podCase, spec tasks.TaskSpec, req *sproto.AllocateRequest, priority *int, slots, pods int,
) (interface{}, error) {
	(k8sJobResource{req: req, group: &tasklist.Group{Priority: priority}}).setPosition(&spec)
	start := startJob{req: req, allocationID: "ALLOC", spec: spec, slots: slots, numPods: pods}
	j := newJob(
		configureUniqueName(spec), start, "12345678-abcd", fakeClient{}, "NS", "HOST", 8080, "",
		model.TLSClientConfig{Enabled: c.Cert}, nil, nil, nil, device.Type(c.SlotType),
		config.PodSlotResourceRequests{CPU: c.CPU}, c.Scheduler, nil, nil,
	)
	made, _, err := j.createSpec(c.Scheduler, &spec)
	if err != nil {
		return nil, err
	}
	return map[string]interface{}{
		"count":    made.Spec.Parallelism,
		"metadata": made.Spec.Template.ObjectMeta,
		"spec":     made.Spec.Template.Spec,
	}, nil
}
