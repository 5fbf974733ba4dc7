// Answers questions about the pods of tasks with the code of the master of Determined.
//
// The file is put into the package of its Kubernetes resource manager, with one of jobs.go and pods.go.
package kubernetesrm

import (
	"context"
	"encoding/json"
	"fmt"

	schedulingV1 "k8s.io/api/scheduling/v1"
	metaV1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	k8sClient "k8s.io/client-go/kubernetes"
	schedTyped "k8s.io/client-go/kubernetes/typed/scheduling/v1"

	"github.com/determined-ai/determined/master/internal/config"
	"github.com/determined-ai/determined/master/internal/rm"
	"github.com/determined-ai/determined/master/internal/sproto"
	"github.com/determined-ai/determined/master/pkg/check"
	"github.com/determined-ai/determined/master/pkg/model"
	"github.com/determined-ai/determined/master/pkg/schemas"
	"github.com/determined-ai/determined/master/pkg/schemas/expconf"
	"github.com/determined-ai/determined/master/pkg/ssh"
	"github.com/determined-ai/determined/master/pkg/tasks"
	k8sV1 "k8s.io/api/core/v1"
)

// fakeClient takes priority classes and knows nothing else.
type fakeClient struct{ k8sClient.Interface }
type fakeSched struct {
	schedTyped.SchedulingV1Interface
}
type fakePC struct {
	schedTyped.PriorityClassInterface
}

func (fakeClient) SchedulingV1() schedTyped.SchedulingV1Interface    { return fakeSched{} }
func (fakeSched) PriorityClasses() schedTyped.PriorityClassInterface { return fakePC{} }
func (fakePC) Create(ctx context.Context, p *schedulingV1.PriorityClass, o metaV1.CreateOptions) (*schedulingV1.PriorityClass, error) {
	return p, nil
}

// podCase is a question: defaults of the cluster and of a pool, a task and a template.
type podCase struct {
	Top, Pool        *json.RawMessage
	Kind             string
	Config, Template json.RawMessage
	MaxSlots         int
	SlotType         string
	CPU              float32
	Scheduler        string
	Priority         *int
	UID, GID         int
	Cert             bool
}

// podOf does what the master does between a request and its objects.
func podOf(c podCase) (out interface{}, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	tcd := *model.DefaultTaskContainerDefaults()
	if c.Top != nil {
		if err := json.Unmarshal(*c.Top, &tcd); err != nil {
			return nil, err
		}
	}
	k := ResourceManager{poolsConfig: []config.ResourcePoolConfig{{PoolName: "p"}}}
	if c.Pool != nil {
		var p model.TaskContainerDefaultsConfig
		if err := json.Unmarshal(*c.Pool, &p); err != nil {
			return nil, err
		}
		k.poolsConfig[0].TaskContainerDefaults = &p
	}
	if err := check.Validate(tcd); err != nil {
		return nil, err
	}
	if p := k.poolsConfig[0].TaskContainerDefaults; p != nil {
		if err := check.Validate(p); err != nil {
			return nil, err
		}
	}
	tcd, err = k.TaskContainerDefaults(rm.ResourcePoolName("p"), tcd)
	if err != nil {
		return nil, err
	}
	aug := &model.AgentUserGroup{UID: c.UID, GID: c.GID, User: "u", Group: "g"}
	base := tasks.TaskSpec{TaskContainerDefaults: tcd, AgentUserGroup: aug, ClusterID: "12345678-abcd", HarnessPath: "/nonexistent", Workspace: "ws", Owner: &model.User{Username: "someone"}}
	if c.Cert {
		base.MasterCert = []byte("x")
	}
	var spec tasks.TaskSpec
	var slots int
	var prio *int
	switch c.Kind {
	case "experiment", "gc":
		cfg, err := expconf.ParseAnyExperimentConfigJSON(c.Config)
		if err != nil {
			return nil, err
		}
		if cfg.RawResources != nil && cfg.RawResources.Slots() != nil {
			return nil, fmt.Errorf("<config>.resources: additionalProperties \"slots\" not allowed")
		}
		if len(c.Template) > 0 {
			t, err := expconf.ParseAnyExperimentConfigJSON(c.Template)
			if err != nil {
				return nil, err
			}
			cfg = schemas.Merge(cfg, t)
		}
		d := schemas.WithDefaults(cfg)
		slots = d.Resources().SlotsPerTrial()
		single := d.Resources().IsSingleNode() != nil && *d.Resources().IsSingleNode()
		if c.Kind != "gc" { // the experiment of a collection has run
			if err := checkSlots(c.MaxSlots, slots, single, false); err != nil {
				return nil, err
			}
		}
		tcd.MergeIntoExpConfig(&cfg)
		if cfg.Resources().Priority() == nil {
			cfg.RawResources.RawPriority = c.Priority
		}
		cfg = schemas.WithDefaults(cfg)
		prio = cfg.Resources().Priority()
		if c.Kind == "gc" {
			slots = 0
			spec = tasks.GCCkptSpec{Base: base, ExperimentID: 7, LegacyConfig: expconf.LegacyConfig{BindMounts: cfg.BindMounts(), Environment: cfg.Environment(), CheckpointStorage: cfg.CheckpointStorage()}}.ToTaskSpec()
			prio = c.Priority
		} else {
			spec = tasks.TrialSpec{Base: base, ExperimentID: 7, TrialID: 8, ExperimentConfig: cfg, Keys: ssh.PrivateAndPublicKeys{}}.ToTaskSpec()
		}
	default:
		resources := model.ParseJustResources(c.Config)
		if c.Kind == "tensorboard" {
			resources.Slots = 0
		}
		slots = resources.Slots
		if err := checkSlots(c.MaxSlots, slots, true, true); err != nil {
			return nil, err
		}
		cfg := model.DefaultConfig(&tcd)
		if len(c.Template) > 0 {
			if err := json.Unmarshal(c.Template, &cfg); err != nil {
				return nil, err
			}
		}
		if err := json.Unmarshal(c.Config, &cfg); err != nil {
			return nil, err
		}
		podSpec := tcd.GPUPodSpec
		if slots == 0 {
			podSpec = tcd.CPUPodSpec
		}
		cfg.Environment.PodSpec = (*k8sV1.Pod)(schemas.Merge((*expconf.PodSpec)(cfg.Environment.PodSpec), (*expconf.PodSpec)(podSpec)))
		cfg.Resources.Slots = slots
		if cfg.Resources.Priority == nil {
			cfg.Resources.Priority = c.Priority
		}
		if len(cfg.Entrypoint) == 0 {
			cfg.Entrypoint = []string{"x"}
		}
		if err := check.Validate(cfg); err != nil {
			return nil, err
		}
		prio = cfg.Resources.Priority
		spec = tasks.GenericCommandSpec{Base: base, Config: cfg, CommandID: "cid", TaskType: model.TaskType(c.Kind)}.ToTaskSpec()
	}
	numPods, slotsPerPod := 1, slots
	if slots > 1 && slots > c.MaxSlots {
		numPods = slots / c.MaxSlots
		slotsPerPod = c.MaxSlots
	}
	spec.ContainerID = "ALLOC"
	spec.ResourcesID = "ALLOC"
	spec.AllocationID = "ALLOC"
	spec.TaskID = "TASK"
	spec.ResourcesConfig.SetPriority(prio)
	req := &sproto.AllocateRequest{ResourcePool: "p", AllocationID: "ALLOC", TaskID: "TASK"}
	return assemblePods(c, spec, req, prio, slotsPerPod, numPods)
}

// AnswerPods answers one line of JSON.
func AnswerPods(line []byte) []byte {
	var c podCase
	var res interface{}
	err := json.Unmarshal(line, &c)
	if err == nil {
		res, err = podOf(c)
	}
	o := map[string]interface{}{}
	if err != nil {
		o["error"] = err.Error()
	} else {
		o["pod"] = res
	}
	b, _ := json.Marshal(o)
	return b
}
