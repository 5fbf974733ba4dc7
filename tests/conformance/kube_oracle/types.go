package main

import (
	"encoding/json"
	"reflect"
	"strings"

	k8sjson "k8s.io/apimachinery/pkg/util/json"
)

// field says what encoding/json and the patch code know of one field of a struct.
type field struct {
	JSON       string   `json:"json"`
	Type       string   `json:"type"`
	OmitEmpty  bool     `json:"omitempty,omitempty"`
	OmitZero   bool     `json:"omitzero,omitempty"`
	Strategies []string `json:"strategies,omitempty"`
	MergeKey   string   `json:"merge_key,omitempty"`
}

// marshaler is what quantities, times and their like implement: their fields are not in the JSON.
var marshaler = reflect.TypeOf((*json.Marshaler)(nil)).Elem()

// describe lists the fields of every struct that can be reached from a value, by Go type.
func describe(root interface{}) map[string][]field {
	types := map[string][]field{}
	visit(reflect.TypeOf(root), types)
	return types
}

func visit(t reflect.Type, types map[string][]field) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		visit(t.Elem(), types)
	case reflect.Struct:
		name := typeName(t)
		if _, seen := types[name]; seen {
			return
		}
		types[name] = []field{}
		if !t.Implements(marshaler) && !reflect.PointerTo(t).Implements(marshaler) {
			types[name] = fields(t, types)
		}
	}
}

func fields(t reflect.Type, types map[string][]field) (found []field) {
	for i := 0; i < t.NumField(); i++ {
		f := t.Field(i)
		tag, tagged := f.Tag.Lookup("json")
		parts := strings.Split(tag, ",")
		if !f.IsExported() && !f.Anonymous || tag == "-" {
			continue
		}
		if f.Anonymous && parts[0] == "" {
			found = append(found, fields(f.Type, types)...)
			continue
		}
		if !tagged {
			continue
		}
		one := field{JSON: parts[0], Type: typeName(f.Type), MergeKey: f.Tag.Get("patchMergeKey")}
		for _, option := range parts[1:] {
			one.OmitEmpty = one.OmitEmpty || option == "omitempty"
			one.OmitZero = one.OmitZero || option == "omitzero"
		}
		if strategies := f.Tag.Get("patchStrategy"); strategies != "" {
			one.Strategies = strings.Split(strategies, ",")
		}
		found = append(found, one)
		visit(f.Type, types)
	}
	return found
}

// typeName is Go's notation without the package: *Probe, []Container, map[ResourceName]Quantity.
// Named scalars are shown as what they are: string, int32.
func typeName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return "*" + typeName(t.Elem())
	case reflect.Slice:
		return "[]" + typeName(t.Elem())
	case reflect.Map:
		return "map[string]" + typeName(t.Elem())
	case reflect.Struct:
		return t.Name()
	}
	return t.Kind().String()
}

// unmarshal decodes as the patch code does: integers stay integers.
func unmarshal(data []byte, into interface{}) error {
	return k8sjson.Unmarshal(data, into)
}
