package main

import (
	"encoding/json"
	"os"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/kubernetes/scheme"
)

type lifecycle struct {
	Deprecated  [2]int `json:"deprecated"`
	Removed     [2]int `json:"removed"`
	Replacement string `json:"replacement"`
}

// printLifecycles writes what the Kubernetes types that helm links say about their own versions:
// when each was deprecated, when it is gone, and what takes its place.
func printLifecycles() {
	found := map[string]lifecycle{}
	for kind := range scheme.Scheme.AllKnownTypes() {
		object, err := scheme.Scheme.New(kind)
		check(err)
		deprecated, ok := object.(interface{ APILifecycleDeprecated() (int, int) })
		if !ok {
			continue
		}
		var one lifecycle
		one.Deprecated[0], one.Deprecated[1] = deprecated.APILifecycleDeprecated()
		if removed, ok := object.(interface{ APILifecycleRemoved() (int, int) }); ok {
			one.Removed[0], one.Removed[1] = removed.APILifecycleRemoved()
		}
		if replaced, ok := object.(interface {
			APILifecycleReplacement() schema.GroupVersionKind
		}); ok {
			if other := replaced.APILifecycleReplacement(); !other.Empty() {
				one.Replacement = other.GroupVersion().String() + " " + other.Kind
			}
		}
		found[kind.GroupVersion().String()+" "+kind.Kind] = one
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	check(encoder.Encode(found))
}
