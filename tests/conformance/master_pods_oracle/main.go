// The program: a line of JSON in, a line of JSON out. Its argument is a folder with the files that
// the master puts into pods; what they hold does not matter.

package main

import (
	"bufio"
	"io"
	"os"

	log "github.com/sirupsen/logrus"

	"github.com/determined-ai/determined/master/internal/rm/kubernetesrm"
	"github.com/determined-ai/determined/master/pkg/etc"
)

func main() {
	log.SetOutput(io.Discard)
	if err := etc.SetRootPath(os.Args[1]); err != nil {
		panic(err)
	}
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		_, _ = out.Write(append(kubernetesrm.AnswerPods(line), '\n'))
	}
}
