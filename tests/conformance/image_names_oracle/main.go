// Reads names of images, a JSON string a line, and answers each with what Go's package for them makes of it.
package main

import (
	"bufio"
	_ "crypto/sha256" // as every container runtime links them
	_ "crypto/sha512"
	"encoding/json"
	"os"

	"github.com/distribution/reference"
)

type answer struct {
	Registry   string `json:"registry"`
	Repository string `json:"repository"`
	Tag        string `json:"tag"`
	Digest     string `json:"digest"`
}

func read(name string) *answer {
	parsed, err := reference.ParseNormalizedNamed(name)
	if err != nil {
		return nil
	}
	found := &answer{Registry: reference.Domain(parsed), Repository: reference.Path(parsed)}
	if tagged, ok := parsed.(reference.Tagged); ok {
		found.Tag = tagged.Tag()
	}
	if digested, ok := parsed.(reference.Digested); ok {
		found.Digest = digested.Digest().String()
	}
	return found
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
