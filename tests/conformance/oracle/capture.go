package main

import (
	"io"
	"os"
)

var realStderr = os.Stderr

// capture stands in for the three standard streams while helm runs: unlinked files, so that
// whatever writes to os.Stdout and os.Stderr, however much, ends up in them.
type capture struct{ stdin, stdout, stderr *os.File }

func newCapture() *capture {
	return &capture{temporary(), temporary(), temporary()}
}

func temporary() *os.File {
	folder := "/dev/shm"
	if _, err := os.Stat(folder); err != nil {
		folder = ""
	}
	opened, err := os.CreateTemp(folder, "oracle-*")
	check(err)
	check(os.Remove(opened.Name()))
	return opened
}

func (c *capture) run(stdin string, body func() int) int {
	for _, one := range []*os.File{c.stdin, c.stdout, c.stderr} {
		check(one.Truncate(0))
		_, err := one.Seek(0, io.SeekStart)
		check(err)
	}
	if stdin != "" {
		_, err := c.stdin.WriteString(stdin)
		check(err)
		_, err = c.stdin.Seek(0, io.SeekStart)
		check(err)
	}
	oldIn, oldOut, oldErr := os.Stdin, os.Stdout, os.Stderr
	os.Stdin, os.Stdout, os.Stderr = c.stdin, c.stdout, c.stderr
	defer func() { os.Stdin, os.Stdout, os.Stderr = oldIn, oldOut, oldErr }()
	return body()
}

func (c *capture) read() (stdout, stderr []byte) {
	return content(c.stdout), content(c.stderr)
}

func content(from *os.File) []byte {
	_, err := from.Seek(0, io.SeekStart)
	check(err)
	raw, err := io.ReadAll(from)
	check(err)
	return raw
}
