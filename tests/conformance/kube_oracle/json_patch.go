//go:build !newest

package main

import (
	jsonpatch "github.com/evanphx/json-patch"
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
