// Reads names of charts in registries, a JSON string a line, and answers each with what oras makes of it.
package main

import (
	"bufio"
	_ "crypto/sha256" // as helm links them
	_ "crypto/sha512"
	"encoding/json"
	"os"

	"oras.land/oras-go/v2/registry"
)

type answer struct {
	Registry   string `json:"registry"`
	Repository string `json:"repository"`
	Reference  string `json:"reference"`
	Host       string `json:"host"`
	Text       string `json:"text"`
	Error      string `json:"error"`
}

func read(name string) answer {
	found, err := registry.ParseReference(name)
	if err != nil {
		return answer{Error: err.Error()}
	}
	return answer{found.Registry, found.Repository, found.Reference, found.Host(), found.String(), ""}
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	answers := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var name string
		if err := json.Unmarshal(lines.Bytes(), &name); err != nil {
			panic(err)
		}
		if err := answers.Encode(read(name)); err != nil {
			panic(err)
		}
	}
}
