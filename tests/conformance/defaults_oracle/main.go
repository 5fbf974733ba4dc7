// The defaulting of Kubernetes' own code, as a program that answers cases.
//
// Each line of standard input is a case, each line of standard output its answer. The operations:
// "default": an object as a server stores it: decoded, defaulted, made the internal version, written
// as protobuf (as JSON where the server does so), read again, and written as JSON.
// "types": the fields of every kind. "custom": the defaults of a structural schema.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

type request struct {
	Op     string          `json:"op"`
	Object json.RawMessage `json:"object"`
	Schema json.RawMessage `json:"schema"`
}

type answer struct {
	Result interface{} `json:"result,omitempty"`
	Error  string      `json:"error,omitempty"`
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 64<<20)
	out := bufio.NewWriter(os.Stdout)
	for lines.Scan() {
		written, err := json.Marshal(answered(lines.Bytes()))
		if err != nil {
			written, _ = json.Marshal(answer{Error: err.Error()})
		}
		out.Write(written)
		out.WriteByte('\n')
		out.Flush()
	}
}

func answered(line []byte) answer {
	var asked request
	if err := json.Unmarshal(line, &asked); err != nil {
		return answer{Error: err.Error()}
	}
	result, err := run(asked)
	if err != nil {
		return answer{Error: err.Error()}
	}
	return answer{Result: result}
}

func run(asked request) (result interface{}, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v", cause)
		}
	}()
	switch asked.Op {
	case "default":
		return stored(asked.Object)
	case "types":
		return describeAll(), nil
	case "custom":
		return custom(asked.Schema, asked.Object)
	}
	return nil, fmt.Errorf("unknown operation %q", asked.Op)
}
