package main

import (
	"encoding/json"

	extensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/install"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	aggregator "k8s.io/kube-aggregator/pkg/apis/apiregistration/install"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	_ "k8s.io/kubernetes/pkg/apis/admissionregistration/install"
	_ "k8s.io/kubernetes/pkg/apis/apiserverinternal/install"
	_ "k8s.io/kubernetes/pkg/apis/apps/install"
	_ "k8s.io/kubernetes/pkg/apis/autoscaling/install"
	_ "k8s.io/kubernetes/pkg/apis/batch/install"
	_ "k8s.io/kubernetes/pkg/apis/certificates/install"
	_ "k8s.io/kubernetes/pkg/apis/coordination/install"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
	_ "k8s.io/kubernetes/pkg/apis/discovery/install"
	_ "k8s.io/kubernetes/pkg/apis/events/install"
	_ "k8s.io/kubernetes/pkg/apis/extensions/install"
	_ "k8s.io/kubernetes/pkg/apis/flowcontrol/install"
	_ "k8s.io/kubernetes/pkg/apis/networking/install"
	_ "k8s.io/kubernetes/pkg/apis/node/install"
	_ "k8s.io/kubernetes/pkg/apis/policy/install"
	_ "k8s.io/kubernetes/pkg/apis/rbac/install"
	_ "k8s.io/kubernetes/pkg/apis/resource/install"
	_ "k8s.io/kubernetes/pkg/apis/scheduling/install"
	_ "k8s.io/kubernetes/pkg/apis/storage/install"
	_ "k8s.io/kubernetes/pkg/apis/storagemigration/install"
)

// Groups whose objects a server stores as JSON: nil and empty stay apart there.
var storedAsJSON = map[string]bool{
	"apiextensions.k8s.io":   true,
	"apiregistration.k8s.io": true,
}

func init() {
	extensions.Install(legacyscheme.Scheme)
	aggregator.Install(legacyscheme.Scheme)
}

// stored returns what a server that was given an object answers when it is read.
func stored(object []byte) (json.RawMessage, error) {
	scheme, codecs := legacyscheme.Scheme, legacyscheme.Codecs
	_, kind, err := codecs.UniversalDeserializer().Decode(object, nil, nil)
	if err != nil {
		return nil, err
	}
	text, _ := runtime.SerializerInfoForMediaType(codecs.SupportedMediaTypes(), runtime.ContentTypeJSON)
	binary := runtime.Serializer(protobuf.NewSerializer(scheme, scheme))
	if storedAsJSON[kind.Group] {
		binary = text.Serializer
	}
	written, err := converted(object, text.Serializer, binary, kind.GroupVersion())
	if err != nil {
		return nil, err
	}
	return converted(written, binary, text.Serializer, kind.GroupVersion())
}

// converted reads an object as a server does, with defaults and as the internal version, and writes it.
func converted(
	data []byte, from, to runtime.Serializer, version schema.GroupVersion,
) ([]byte, error) {
	codecs := legacyscheme.Codecs
	internal, err := runtime.Decode(codecs.DecoderToVersion(from, runtime.InternalGroupVersioner), data)
	if err != nil {
		return nil, err
	}
	return runtime.Encode(codecs.EncoderForVersion(to, version), internal)
}
