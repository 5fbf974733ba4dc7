// Command releases_oracle lets the real helm store releases, and says how helm reads them back.
//
//	releases_oracle -helm 3|4 -driver secret|configmap -chart DIRECTORY -values FILE
//
// A chart is installed, upgraded with the values, and upgraded once more so that the cluster refuses:
// revisions 1 (superseded), 2 (deployed) and 3 (failed). No cluster is asked: helm's own storage
// driver writes into client-go's fake one, and helm's own fake client stands for the API server.
// Standard output is one JSON object: "stored", the Secrets or ConfigMaps as a List, as kubectl
// prints them, and "read", the releases as helm's storage driver decodes them.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes/fake"
	typed "k8s.io/client-go/kubernetes/typed/core/v1"
	"sigs.k8s.io/yaml"
)

const (
	releaseName = "demo"
	namespace   = "apps"
)

type outcome struct {
	Stored map[string]any `json:"stored"`
	Read   []any          `json:"read"`
}

// lifecycle is one helm that installs and upgrades.
type lifecycle interface {
	install(chart string, values map[string]any) error
	upgrade(chart string, values map[string]any, refused bool) error
	releases() ([]any, error)
}

func main() {
	helm := flag.String("helm", "4", "the major version of helm: 3 or 4")
	driver := flag.String("driver", "secret", "where releases are kept: secret or configmap")
	chart := flag.String("chart", "", "directory of the chart")
	values := flag.String("values", "", "file with the values of the upgrades")
	client := flag.Bool("client-side", false, "client-side apply, with helm 4")
	flag.Parse()

	core := fake.NewClientset().CoreV1()
	runner := map[string]func() lifecycle{
		"3": func() lifecycle { return newHelm3(core, *driver) },
		"4": func() lifecycle { return newHelm4(core, *driver, !*client) },
	}[*helm]()
	text, err := os.ReadFile(*values)
	check(err)
	given := map[string]any{}
	check(yaml.Unmarshal(text, &given))

	check(runner.install(*chart, map[string]any{}))
	check(runner.upgrade(*chart, given, false))
	if err := runner.upgrade(*chart, given, true); err == nil {
		check(fmt.Errorf("the cluster refused an upgrade, and helm did not notice"))
	}
	read, err := runner.releases()
	check(err)
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	check(encoder.Encode(outcome{stored(core, *driver), read}))
}

// stored returns what kubectl get -o json would print.
func stored(core typed.CoreV1Interface, driver string) map[string]any {
	items := []any{}
	if driver == "secret" {
		list, err := core.Secrets(namespace).List(context.Background(), metav1.ListOptions{})
		check(err)
		for _, one := range list.Items {
			one.TypeMeta = metav1.TypeMeta{APIVersion: "v1", Kind: "Secret"}
			items = append(items, one)
		}
	} else {
		list, err := core.ConfigMaps(namespace).List(context.Background(), metav1.ListOptions{})
		check(err)
		for _, one := range list.Items {
			one.TypeMeta = metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"}
			items = append(items, one)
		}
	}
	return map[string]any{"apiVersion": "v1", "kind": "List", "items": items}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "releases_oracle:", err)
		os.Exit(3)
	}
}
