// Package command is a file that helm_releases.py adds to cmd/helm of a Helm 3, after it has renamed that
// package: it says to another program what main.go says to the linker.
package command

import (
	"flag"
	"fmt"
	"log"
	"os"
	_ "unsafe" // go:linkname, to reset the package variable that cobra keeps private

	"github.com/spf13/cobra"

	"helm.sh/helm/v3/pkg/action"
	"helm.sh/helm/v3/pkg/cli"
	"helm.sh/helm/v3/pkg/kube"
)

//go:linkname cobraInitializers github.com/spf13/cobra.initializers
var cobraInitializers []func()

// Run runs the command as main of helm.go does and returns the exit code.
func Run(args []string) (code int) {
	resetGlobals()
	defer func() {
		if reason := recover(); reason != nil {
			fmt.Fprintf(os.Stderr, "panic: %v\n", reason)
			code = 2
		}
	}()
	os.Args = append([]string{"helm"}, args...)
	kube.ManagedFieldsManager = "helm"
	actionConfig := new(action.Configuration)
	command, err := newRootCmd(actionConfig, os.Stdout, args)
	if err != nil {
		warning("%+v", err)
		return 1
	}
	cobra.OnInitialize(func() {
		driver := os.Getenv("HELM_DRIVER")
		err := actionConfig.Init(settings.RESTClientGetter(), settings.Namespace(), driver, debug)
		if err != nil {
			log.Fatal(err)
		}
		if driver == "memory" {
			loadReleasesInMemory(actionConfig)
		}
	})
	if err := command.Execute(); err != nil {
		if plugin, ok := err.(pluginError); ok {
			return plugin.code
		}
		return 1
	}
	return 0
}

// resetGlobals undoes what an earlier run left in package variables: the settings that flags
// write to, and the initializers that every root command appends to cobra's list.
func resetGlobals() {
	settings = cli.New()
	cobraInitializers = nil
	flag.CommandLine = flag.NewFlagSet("helm", flag.ContinueOnError)
	log.SetFlags(log.Lshortfile)
	log.SetOutput(os.Stderr)
}
