package main

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
)

type table struct {
	Kinds map[string]string     `json:"kinds"`
	Types map[string][][]string `json:"types"`
}

// marshaler is what quantities, times and their like implement: their fields are not in the JSON.
var marshaler = reflect.TypeOf((*json.Marshaler)(nil)).Elem()

// Kinds that are asked for or sent, but not stored.
var notStored = map[string]bool{
	"Binding": true, "ComponentStatus": true, "Eviction": true, "PodStatusResult": true,
	"RangeAllocation": true, "Scale": true,
}

// describeAll lists the fields of every struct below a kind that is stored, by Go type.
func describeAll() table {
	found := table{Kinds: map[string]string{}, Types: map[string][][]string{}}
	found.Types["core/v1.ResourceQuantity"] = [][]string{}
	for kind, t := range legacyscheme.Scheme.AllKnownTypes() {
		_, stored := t.FieldByName("ObjectMeta")
		if kind.Version == runtime.APIVersionInternal || !stored || notStored[kind.Kind] {
			continue
		}
		found.Kinds[kind.GroupVersion().String()+"/"+kind.Kind] = typeName(t)
		visit(t, found.Types)
	}
	return found
}

func visit(t reflect.Type, types map[string][][]string) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		visit(t.Elem(), types)
	case reflect.Struct:
		name := typeName(t)
		if _, seen := types[name]; seen {
			return
		}
		types[name] = [][]string{}
		if !t.Implements(marshaler) && !reflect.PointerTo(t).Implements(marshaler) {
			types[name] = fields(t, types)
		}
	}
}

// fields returns rows: JSON name, Go type, "omitempty" or "omitzero" or nothing.
func fields(t reflect.Type, types map[string][][]string) (found [][]string) {
	found = [][]string{}
	for i := 0; i < t.NumField(); i++ {
		f := t.Field(i)
		tag, tagged := f.Tag.Lookup("json")
		parts := strings.Split(tag, ",")
		if tag == "-" || !f.IsExported() && !f.Anonymous {
			continue
		}
		if f.Anonymous && parts[0] == "" {
			found = append(found, fields(f.Type, types)...)
			continue
		}
		if !tagged || parts[0] == "" {
			continue
		}
		row := []string{parts[0], typeName(f.Type)}
		if strings.Contains(t.PkgPath(), "api/node/") { // its scheme has no defaults, none of amounts
			row[1] = strings.Replace(row[1], "core/v1.ResourceQuantity", "api/resource.Quantity", 1)
		}
		for _, option := range []string{"omitzero", "omitempty"} {
			if slices.Contains(parts[1:], option) {
				row = append(row, option)
				break
			}
		}
		found = append(found, row)
		visit(f.Type, types)
	}
	return found
}

// typeName is Go's notation with the last two steps of the package: *core/v1.Probe, []string.
// Named scalars are shown as what they are: string, int32. What is in a ResourceList is told from
// other quantities: its defaults round it.
func typeName(t reflect.Type) string {
	if t == reflect.TypeOf(corev1.ResourceList{}) {
		return "map[string]core/v1.ResourceQuantity"
	}
	switch t.Kind() {
	case reflect.Pointer:
		return "*" + typeName(t.Elem())
	case reflect.Slice:
		return "[]" + typeName(t.Elem())
	case reflect.Map:
		return "map[string]" + typeName(t.Elem())
	case reflect.Struct:
		steps := strings.Split(t.PkgPath(), "/")
		if len(steps) > 2 {
			steps = steps[len(steps)-2:]
		}
		return strings.Join(steps, "/") + "." + t.Name()
	}
	return t.Kind().String()
}
