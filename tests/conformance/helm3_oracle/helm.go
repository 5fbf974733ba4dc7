package main

import command "helm.sh/helm/v3/cmd/helm"

// runHelm runs the command of a Helm 3 (command.go) and returns the exit code.
func runHelm(args []string) int { return command.Run(args) }

var questions map[string]func()
