package main

import (
	"errors"
	"io"

	"helm.sh/helm/v3/pkg/action"
	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	kubefake "helm.sh/helm/v3/pkg/kube/fake"
	"helm.sh/helm/v3/pkg/storage"
	"helm.sh/helm/v3/pkg/storage/driver"
	typed "k8s.io/client-go/kubernetes/typed/core/v1"
)

type helm3 struct {
	configuration *action.Configuration
	client        *kubefake.FailingKubeClient
}

func newHelm3(core typed.CoreV1Interface, kind string) *helm3 {
	var kept driver.Driver = driver.NewSecrets(core.Secrets(namespace))
	if kind == "configmap" {
		kept = driver.NewConfigMaps(core.ConfigMaps(namespace))
	}
	client := &kubefake.FailingKubeClient{PrintingKubeClient: kubefake.PrintingKubeClient{Out: io.Discard}}
	return &helm3{&action.Configuration{
		Releases:     storage.Init(kept),
		KubeClient:   client,
		Capabilities: chartutil.DefaultCapabilities,
		Log:          func(string, ...any) {},
	}, client}
}

func (h *helm3) install(chart string, values map[string]any) error {
	loaded, err := loader.Load(chart)
	if err != nil {
		return err
	}
	installing := action.NewInstall(h.configuration)
	installing.ReleaseName = releaseName
	installing.Namespace = namespace
	installing.Labels = map[string]string{"team": "ml"}
	_, err = installing.Run(loaded, values)
	return err
}

func (h *helm3) upgrade(chart string, values map[string]any, refused bool) error {
	loaded, err := loader.Load(chart)
	if err != nil {
		return err
	}
	if refused {
		h.client.UpdateError = errors.New("the cluster refuses")
	}
	upgrading := action.NewUpgrade(h.configuration)
	upgrading.Namespace = namespace
	_, err = upgrading.Run(releaseName, loaded, values)
	return err
}

func (h *helm3) releases() ([]any, error) {
	found, err := h.configuration.Releases.History(releaseName)
	all := []any{}
	for _, one := range found {
		all = append(all, one)
	}
	return all, err
}
