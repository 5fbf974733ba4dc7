package main

import (
	"encoding/json"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	k8sjson "k8s.io/apimachinery/pkg/util/json"
)

// custom returns an object of a custom kind with the defaults of its schema, as a server stores it.
func custom(written, object json.RawMessage) (interface{}, error) {
	var external v1.JSONSchemaProps
	if err := k8sjson.Unmarshal(written, &external); err != nil {
		return nil, err
	}
	var internal apiextensions.JSONSchemaProps
	if err := v1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(&external, &internal, nil); err != nil {
		return nil, err
	}
	structural, err := structuralschema.NewStructural(&internal)
	if err != nil {
		return nil, err
	}
	if err := defaulting.PruneDefaults(structural); err != nil {
		return nil, err
	}
	var data map[string]interface{}
	if err := k8sjson.Unmarshal(object, &data); err != nil {
		return nil, err
	}
	pruning.Prune(data, structural, true)
	defaulting.PruneNonNullableNullsWithoutDefaults(data, structural)
	defaulting.Default(data, structural)
	return data, nil
}
