// 0.33.0: one pod after the other.

package kubernetesrm

import (
	"fmt"

	"github.com/determined-ai/determined/master/internal/config"
	"github.com/determined-ai/determined/master/internal/rm/tasklist"
	"github.com/determined-ai/determined/master/internal/sproto"
	"github.com/determined-ai/determined/master/pkg/device"
	"github.com/determined-ai/determined/master/pkg/model"
	"github.com/determined-ai/determined/master/pkg/tasks"
)

func checkSlots(maxSlots, slots int, single, command bool) error {
	pool := &kubernetesResourcePool{maxSlotsPerPod: maxSlots}
	if command || single {
		asked := sproto.ValidateResourcesRequest{Slots: slots, IsSingleNode: single}
		if !pool.ValidateResources(asked).Fulfillable {
			return fmt.Errorf("request unfulfillable, please try requesting less slots")
		}
		return nil
	}
	if slots > 1 && slots > maxSlots && slots%maxSlots != 0 { // the master logs this, and waits
		return fmt.Errorf("task number of slots (%d) is not schedulable on the configured "+
			"max_slots_per_pod (%d)", slots, maxSlots)
	}
	return nil
}

func assemblePods(
	c podCase, spec tasks.TaskSpec, req *sproto.AllocateRequest, priority *int, slots, pods int,
) (interface{}, error) {
	(k8sPodResources{req: req, group: &tasklist.Group{Priority: priority}}).setPosition(&spec)
	start := StartTaskPod{Req: req, AllocationID: "ALLOC", Spec: spec, Slots: slots}
	p := newPod(
		start, "12345678-abcd", fakeClient{}, "NS", "HOST", 8080,
		model.TLSClientConfig{Enabled: c.Cert}, model.TLSClientConfig{}, model.LoggingConfig{},
		nil, nil, nil, device.Type(c.SlotType), config.PodSlotResourceRequests{CPU: c.CPU}, c.Scheduler,
	)
	if err := p.createPodSpec(c.Scheduler); err != nil {
		return nil, err
	}
	return map[string]interface{}{"count": pods, "metadata": p.pod.ObjectMeta, "spec": p.pod.Spec}, nil
}
