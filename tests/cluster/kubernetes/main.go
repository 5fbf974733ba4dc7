// One program that is etcd, kube-apiserver or kube-controller-manager, as its first argument says:
// three programs would be linked from the same packages three times.
package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"go.etcd.io/etcd/server/v3/etcdmain"
	"k8s.io/component-base/cli"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllermanager "k8s.io/kubernetes/cmd/kube-controller-manager/app"
)

var commands = map[string]func() *cobra.Command{
	"kube-apiserver":          apiserver.NewAPIServerCommand,
	"kube-controller-manager": controllermanager.NewControllerManagerCommand,
}

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "say etcd, kube-apiserver or kube-controller-manager")
		os.Exit(64)
	}
	os.Args = os.Args[1:]
	if os.Args[0] == "etcd" {
		etcdmain.Main(os.Args)
		return
	}
	command, known := commands[os.Args[0]]
	if !known {
		fmt.Fprintln(os.Stderr, "not a program of this one:", os.Args[0])
		os.Exit(64)
	}
	os.Exit(cli.Run(command()))
}
