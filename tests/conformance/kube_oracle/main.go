// Command kube_oracle answers cases with the Kubernetes code itself: one JSON document a line on
// standard input, one a line on standard output.
//
// A case says what to do ("op") and for which struct ("type"). The same source is built against
// two versions of Kubernetes, see go.mod and newest.mod.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/jsonmergepatch"
	"k8s.io/apimachinery/pkg/util/mergepatch"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
)

// MergeItem has a field for every strategy; the upstream tests use one of the same shape.
type MergeItem struct {
	Name                  string               `json:"name,omitempty"`
	Value                 string               `json:"value,omitempty"`
	Other                 string               `json:"other,omitempty"`
	MergingList           []MergeItem          `json:"mergingList,omitempty" patchStrategy:"merge" patchMergeKey:"name"`
	NonMergingList        []MergeItem          `json:"nonMergingList,omitempty"`
	MergingIntList        []int                `json:"mergingIntList,omitempty" patchStrategy:"merge"`
	NonMergingIntList     []int                `json:"nonMergingIntList,omitempty"`
	MergeItemPtr          *MergeItem           `json:"mergeItemPtr,omitempty" patchStrategy:"merge" patchMergeKey:"name"`
	SimpleMap             map[string]string    `json:"simpleMap,omitempty"`
	ReplacingItem         runtime.RawExtension `json:"replacingItem,omitempty" patchStrategy:"replace"`
	RetainKeysMap         RetainKeysMergeItem  `json:"retainKeysMap,omitempty" patchStrategy:"retainKeys"`
	RetainKeysMergingList []MergeItem          `json:"retainKeysMergingList,omitempty" patchStrategy:"merge,retainKeys" patchMergeKey:"name"`
}

// RetainKeysMergeItem is what MergeItem.RetainKeysMap holds.
type RetainKeysMergeItem struct {
	Name           string            `json:"name,omitempty"`
	Value          string            `json:"value,omitempty"`
	Other          string            `json:"other,omitempty"`
	SimpleMap      map[string]string `json:"simpleMap,omitempty"`
	MergingIntList []int             `json:"mergingIntList,omitempty" patchStrategy:"merge"`
	MergingList    []MergeItem       `json:"mergingList,omitempty" patchStrategy:"merge" patchMergeKey:"name"`
	NonMergingList []MergeItem       `json:"nonMergingList,omitempty"`
}

var structs = map[string]interface{}{
	"MergeItem":           MergeItem{},
	"Pod":                 corev1.Pod{},
	"Service":             corev1.Service{},
	"Deployment":          appsv1.Deployment{},
	"PodDisruptionBudget": policyv1.PodDisruptionBudget{},
	"StatefulSet":         appsv1.StatefulSet{},
	"Node":                corev1.Node{},
}

type request struct {
	Op        string            `json:"op"`
	Type      string            `json:"type"`
	Original  json.RawMessage   `json:"original"`
	Patch     json.RawMessage   `json:"patch"`
	Modified  json.RawMessage   `json:"modified"`
	Current   json.RawMessage   `json:"current"`
	Patches   []json.RawMessage `json:"patches"`
	Overwrite bool              `json:"overwrite"`
	Unchanged []string          `json:"unchanged"`
	Times     int               `json:"times"`
}

type answer struct {
	Results []json.RawMessage `json:"results,omitempty"`
	Errors  []string          `json:"errors,omitempty"`
	Kind    string            `json:"kind,omitempty"`
}

func preconditions(names []string) (functions []mergepatch.PreconditionFunc) {
	for _, name := range names {
		if name == "metadata.name" {
			functions = append(functions, mergepatch.RequireMetadataKeyUnchanged("name"))
		} else {
			functions = append(functions, mergepatch.RequireKeyUnchanged(name))
		}
	}
	return functions
}

func run(r request) (result []byte, err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			err = fmt.Errorf("panic: %v", panicked)
		}
	}()
	switch r.Op {
	case "quantity":
		var quantity resource.Quantity
		if err := quantity.UnmarshalJSON(r.Original); err != nil {
			return nil, err
		}
		return json.Marshal(quantity)
	case "pod":
		var pod corev1.Pod
		if err := json.Unmarshal(r.Original, &pod); err != nil {
			return nil, err
		}
		return json.Marshal(pod)
	case "pod-merge":
		return podMerge(r.Original, r.Patch)
	case "types":
		return json.Marshal(describe(structs[r.Type]))
	case "speed":
		return speed(r)
	case "merge-patch":
		return mergePatch(r.Original, r.Patch)
	case "create-merge-patch":
		return createMergePatch(r.Original, r.Modified)
	case "merge-patch-three-way":
		return jsonmergepatch.CreateThreeWayJSONMergePatch(
			r.Original, r.Modified, r.Current, preconditions(r.Unchanged)...)
	case "json-patch":
		return applyJSONPatch(r.Original, r.Patch)
	}
	target, known := structs[r.Type]
	if !known {
		return nil, errors.New("the oracle knows no type " + r.Type)
	}
	schema, err := strategicpatch.NewPatchMetaFromStruct(target)
	if err != nil {
		return nil, err
	}
	switch r.Op {
	case "apply":
		return strategicpatch.StrategicMergePatch(r.Original, r.Patch, target)
	case "create":
		return strategicpatch.CreateTwoWayMergePatch(
			r.Original, r.Modified, target, preconditions(r.Unchanged)...)
	case "create-and-apply":
		patch, err := strategicpatch.CreateTwoWayMergePatch(r.Original, r.Modified, target)
		if err != nil {
			return nil, err
		}
		return strategicpatch.StrategicMergePatch(r.Original, patch, target)
	case "create-three-way":
		return strategicpatch.CreateThreeWayMergePatch(
			r.Original, r.Modified, r.Current, schema, r.Overwrite, preconditions(r.Unchanged)...)
	case "combine":
		var patches []strategicpatch.JSONMap
		for _, raw := range r.Patches {
			var patch strategicpatch.JSONMap
			if err := unmarshal(raw, &patch); err != nil {
				return nil, err
			}
			patches = append(patches, patch)
		}
		merged, err := strategicpatch.MergeStrategicMergeMapPatchUsingLookupPatchMeta(schema, patches...)
		if err != nil {
			return nil, err
		}
		return json.Marshal(merged)
	}
	return nil, errors.New("the oracle knows no operation " + r.Op)
}

// speed returns how many nanoseconds a merge takes: the strategic merge patch of two Pods alone
// ("apply"), or the whole of podMerge ("pod-merge").
func speed(r request) ([]byte, error) {
	var pod corev1.Pod
	work := func() error {
		_, err := strategicpatch.StrategicMergePatch(r.Original, r.Patch, pod)
		return err
	}
	if r.Type == "pod-merge" {
		work = func() error {
			_, err := podMerge(r.Original, r.Patch)
			return err
		}
	}
	start := time.Now()
	for i := 0; i < r.Times; i++ {
		if err := work(); err != nil {
			return nil, err
		}
	}
	return json.Marshal(time.Since(start).Nanoseconds() / int64(max(r.Times, 1)))
}

// podMerge does what Determined's master does with a default pod spec and a task's.
func podMerge(defaults, task []byte) ([]byte, error) {
	var low, high, merged corev1.Pod
	if err := json.Unmarshal(defaults, &low); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(task, &high); err != nil {
		return nil, err
	}
	original, err := json.Marshal(low)
	if err != nil {
		return nil, err
	}
	patch, err := json.Marshal(high)
	if err != nil {
		return nil, err
	}
	result, err := strategicpatch.StrategicMergePatch(original, patch, corev1.Pod{})
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(result, &merged); err != nil {
		return nil, err
	}
	return json.Marshal(merged)
}

func answered(r request) (a answer) {
	seen := map[string]bool{}
	times := max(r.Times, 1)
	if r.Op == "speed" {
		times = 1
	}
	for i := 0; i < times; i++ {
		result, err := run(r)
		text := string(result)
		if err != nil {
			text = "error " + err.Error()
		}
		if seen[text] {
			continue
		}
		seen[text] = true
		switch {
		case err == nil:
			a.Results = append(a.Results, result)
		default:
			a.Errors = append(a.Errors, err.Error())
			if mergepatch.IsConflict(err) {
				a.Kind = "conflict"
			} else if mergepatch.IsPreconditionFailed(err) {
				a.Kind = "precondition"
			}
		}
	}
	return a
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<26)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	for lines.Scan() {
		var r request
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			fmt.Fprintln(os.Stderr, "kube_oracle:", err)
			os.Exit(1)
		}
		if err := encoder.Encode(answered(r)); err != nil {
			fmt.Fprintln(os.Stderr, "kube_oracle:", err)
			os.Exit(1)
		}
		out.Flush()
	}
}
