// Command oracle runs the real `helm` command many times in one process.
//
// It reads one request per line on standard input and answers with one line each on standard output,
// both JSON. What runs is helm's own root command, set up as helm.sh/helm/v4/cmd/helm sets it up, so
// that the answers are the binary's: same flags, same log lines, same error texts, same exit codes.
// This file and capture.go know nothing of helm: they serve the oracles of other releases, too, each
// with a runHelm of its own (../helm_releases.py).
//
//	request  {"id", "args": [..], "files": [{"path", "text"|"base64"|"link"|"mode"}], "stdin", "env": {..},
//	          "keep": false, "outputs": ["out"]}
//	answer   {"id", "stdout", "stderr", "code", "outputs": {path: text}}
//
// The files are written below one fixed directory (-root, emptied before every request), which is the
// working directory of the run. A request {"keep": true} leaves the files of the request before.
// Text fields hold UTF-8; what is not UTF-8 comes in the fields of the same name ending in "64".
package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

type file struct {
	Path   string `json:"path"`
	Text   string `json:"text"`
	Base64 string `json:"base64"`
	Link   string `json:"link"`
	Dir    bool   `json:"dir"`
	Mode   uint32 `json:"mode"`
	Size   int64  `json:"size"`
}

type request struct {
	ID      any               `json:"id"`
	Args    []string          `json:"args"`
	Args64  []string          `json:"args64"`
	Files   []file            `json:"files"`
	Stdin   string            `json:"stdin"`
	Env     map[string]string `json:"env"`
	Keep    bool              `json:"keep"`
	Outputs []string          `json:"outputs"`
}

type answer struct {
	ID       any               `json:"id"`
	Stdout   string            `json:"stdout"`
	Stderr   string            `json:"stderr"`
	Stdout64 string            `json:"stdout64,omitempty"`
	Stderr64 string            `json:"stderr64,omitempty"`
	Code     int               `json:"code"`
	Outputs  map[string]string `json:"outputs,omitempty"`
}

func main() {
	root := flag.String("root", "", "directory the files of a request are written to; emptied first")
	ask := flag.String("ask", "", "a question other than requests: lifecycles")
	flag.Parse()
	if answer := questions[*ask]; answer != nil {
		answer()
		return
	}
	if *root == "" {
		fmt.Fprintln(os.Stderr, "oracle: -root is required")
		os.Exit(2)
	}
	answers := bufio.NewWriterSize(os.Stdout, 1<<20)
	encoder := json.NewEncoder(answers)
	encoder.SetEscapeHTML(false)
	streams := newCapture()
	requests := bufio.NewReaderSize(os.Stdin, 1<<20)
	for {
		line, err := requests.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			var asked []request
			if line[0] == '[' {
				check(json.Unmarshal(line, &asked))
			} else {
				var one request
				check(json.Unmarshal(line, &one))
				asked = append(asked, one)
			}
			for _, one := range asked {
				check(encoder.Encode(serve(one, *root, streams)))
				check(answers.Flush())
			}
		}
		if err == io.EOF {
			return
		}
		check(err)
	}
}

// serve writes the files of one request, runs helm and collects what it wrote.
func serve(asked request, root string, streams *capture) answer {
	if !asked.Keep {
		check(empty(root))
		for _, one := range asked.Files {
			check(write(root, one))
		}
	}
	check(os.Chdir(root))
	for _, name := range asked.Args64 {
		raw, err := base64.StdEncoding.DecodeString(name)
		check(err)
		asked.Args = append(asked.Args, string(raw))
	}
	restore := setEnvironment(asked.Env)
	code := streams.run(asked.Stdin, func() int { return runHelm(asked.Args) })
	restore()
	stdout, stderr := streams.read()
	result := answer{ID: asked.ID, Code: code}
	result.Stdout, result.Stdout64 = pack(stdout)
	result.Stderr, result.Stderr64 = pack(stderr)
	if len(asked.Outputs) > 0 {
		result.Outputs = map[string]string{}
		for _, name := range asked.Outputs {
			check(collect(root, name, result.Outputs))
		}
	}
	return result
}

func setEnvironment(wanted map[string]string) func() {
	old := map[string]*string{}
	for name, value := range wanted {
		if before, ok := os.LookupEnv(name); ok {
			old[name] = &before
		} else {
			old[name] = nil
		}
		os.Setenv(name, value)
	}
	return func() {
		for name, value := range old {
			if value == nil {
				os.Unsetenv(name)
			} else {
				os.Setenv(name, *value)
			}
		}
	}
}

func pack(raw []byte) (text, encoded string) {
	if utf8.Valid(raw) {
		return string(raw), ""
	}
	return "", base64.StdEncoding.EncodeToString(raw)
}

func empty(root string) error {
	entries, err := os.ReadDir(root)
	if errors.Is(err, fs.ErrNotExist) {
		return os.MkdirAll(root, 0o755)
	}
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if err := os.RemoveAll(filepath.Join(root, entry.Name())); err != nil {
			return err
		}
	}
	return nil
}

func write(root string, one file) error {
	path := filepath.Join(root, one.Path)
	if !strings.HasPrefix(path, filepath.Clean(root)+"/") {
		return fmt.Errorf("%q leaves the working directory", one.Path)
	}
	if one.Dir {
		return os.MkdirAll(path, 0o755)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	if one.Link != "" {
		return os.Symlink(one.Link, path)
	}
	content := []byte(one.Text)
	if one.Base64 != "" {
		raw, err := base64.StdEncoding.DecodeString(one.Base64)
		if err != nil {
			return err
		}
		content = raw
	}
	if err := os.WriteFile(path, content, 0o644); err != nil {
		return err
	}
	if one.Size > 0 {
		if err := os.Truncate(path, one.Size); err != nil {
			return err
		}
	}
	if one.Mode != 0 {
		return os.Chmod(path, fs.FileMode(one.Mode))
	}
	return nil
}

// collect reads a file, or every file below a directory, that the run has written.
func collect(root, name string, into map[string]string) error {
	top := filepath.Join(root, name)
	if _, err := os.Stat(top); err != nil {
		return nil
	}
	return filepath.WalkDir(top, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(root, path)
		into[relative] = string(raw)
		return err
	})
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(realStderr, "oracle:", err)
		os.Exit(3)
	}
}
