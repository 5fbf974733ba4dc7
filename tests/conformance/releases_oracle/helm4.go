package main

import (
	"errors"
	"io"

	"helm.sh/helm/v4/pkg/action"
	"helm.sh/helm/v4/pkg/chart/common"
	"helm.sh/helm/v4/pkg/chart/v2/loader"
	"helm.sh/helm/v4/pkg/kube"
	kubefake "helm.sh/helm/v4/pkg/kube/fake"
	"helm.sh/helm/v4/pkg/storage"
	"helm.sh/helm/v4/pkg/storage/driver"
	typed "k8s.io/client-go/kubernetes/typed/core/v1"
)

type helm4 struct {
	configuration *action.Configuration
	client        *kubefake.FailingKubeClient
	serverSide    bool
}

func newHelm4(core typed.CoreV1Interface, kind string, serverSide bool) *helm4 {
	var kept driver.Driver = driver.NewSecrets(core.Secrets(namespace))
	if kind == "configmap" {
		kept = driver.NewConfigMaps(core.ConfigMaps(namespace))
	}
	client := &kubefake.FailingKubeClient{PrintingKubeClient: kubefake.PrintingKubeClient{Out: io.Discard}}
	configuration := action.NewConfiguration()
	configuration.Releases = storage.Init(kept)
	configuration.KubeClient = client
	configuration.Capabilities = common.DefaultCapabilities
	return &helm4{configuration, client, serverSide}
}

func (h *helm4) install(chart string, values map[string]any) error {
	loaded, err := loader.Load(chart)
	if err != nil {
		return err
	}
	installing := action.NewInstall(h.configuration)
	installing.ReleaseName = releaseName
	installing.Namespace = namespace
	installing.ServerSideApply = h.serverSide
	installing.WaitStrategy = kube.HookOnlyStrategy
	installing.Labels = map[string]string{"team": "ml"}
	_, err = installing.Run(loaded, values)
	return err
}

func (h *helm4) upgrade(chart string, values map[string]any, refused bool) error {
	loaded, err := loader.Load(chart)
	if err != nil {
		return err
	}
	if refused {
		h.client.UpdateError = errors.New("the cluster refuses")
	}
	upgrading := action.NewUpgrade(h.configuration)
	upgrading.Namespace = namespace
	upgrading.WaitStrategy = kube.HookOnlyStrategy
	_, err = upgrading.Run(releaseName, loaded, values)
	return err
}

func (h *helm4) releases() ([]any, error) {
	found, err := h.configuration.Releases.History(releaseName)
	all := []any{}
	for _, one := range found {
		all = append(all, one)
	}
	return all, err
}
