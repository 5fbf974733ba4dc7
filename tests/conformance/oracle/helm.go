package main

import (
	"errors"
	"flag"
	"fmt"
	"log"
	"log/slog"
	"os"
	_ "unsafe" // go:linkname, to reset the two package variables that helm and cobra keep private

	_ "k8s.io/client-go/plugin/pkg/client/auth" // as cmd/helm imports it

	"helm.sh/helm/v4/pkg/cli"
	helmcmd "helm.sh/helm/v4/pkg/cmd"
	"helm.sh/helm/v4/pkg/kube"
)

//go:linkname helmSettings helm.sh/helm/v4/pkg/cmd.settings
var helmSettings *cli.EnvSettings

//go:linkname cobraInitializers github.com/spf13/cobra.initializers
var cobraInitializers []func()

// runHelm runs the command as cmd/helm/helm.go does and returns the exit code.
func runHelm(args []string) (code int) {
	resetGlobals()
	defer func() {
		if reason := recover(); reason != nil {
			fmt.Fprintf(os.Stderr, "panic: %v\n", reason)
			code = 2
		}
	}()
	kube.ManagedFieldsManager = "helm"
	os.Args = append([]string{"helm"}, args...)
	command, err := helmcmd.NewRootCmd(os.Stdout, args, helmcmd.SetupLogging)
	if err != nil {
		slog.Warn("command failed", slog.Any("error", err))
		return 1
	}
	if err := command.Execute(); err != nil {
		var coded helmcmd.CommandError
		if errors.As(err, &coded) {
			return coded.ExitCode
		}
		return 1
	}
	return 0
}

// resetGlobals undoes what an earlier run left in package variables: the settings that flags
// write to, and the initializers that every NewRootCmd appends to cobra's list.
func resetGlobals() {
	helmSettings = cli.New()
	cobraInitializers = nil
	log.SetFlags(log.LstdFlags)
	log.SetOutput(os.Stderr)
	klogFlags = flag.NewFlagSet("klog", flag.ContinueOnError)
}

// klogFlags exists so that nothing of an earlier run is shared; helm fills a fresh set itself.
var klogFlags *flag.FlagSet

var questions = map[string]func(){"lifecycles": printLifecycles}
