//go:build newest

package main

import (
	jsonpatch "gopkg.in/evanphx/json-patch.v4"
)

// The functions of the JSON patch library, whose import path depends on the version.
var (
	mergePatch       = jsonpatch.MergePatch
	createMergePatch = jsonpatch.CreateMergePatch
)

func applyJSONPatch(document, operations []byte) ([]byte, error) {
	patch, err := jsonpatch.DecodePatch(operations)
	if err != nil {
		return nil, err
	}
	return patch.Apply(document)
}
