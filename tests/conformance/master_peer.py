"""The real master of Determined as far as it reads its configuration, as a program.

Its sources come from a clone of github.com/determined-ai/determined; the program holds the
functions of master/cmd/determined-master that merge, decode and resolve the file, and answers each
line of JSON with the error that would stop the master. Releases from 0.19.11 on can be built: older
tags lack the generated part of the sources.
"""

from __future__ import annotations

import json
import re
import subprocess
import tarfile
from io import BytesIO
from typing import TYPE_CHECKING, Any

from tests.conformance.peer import run_go

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from helmwright.determined import DeterminedRelease

PARTS = ("agent", "go.mod", "go.sum", "hpc-ard-launcher-go", "master", "proto")
HOME = "github.com/determined-ai/determined/master"
IMPORTS = {
    "json": "encoding/json",
    "fmt": "fmt",
    "time": "time",
    "yaml": "github.com/ghodss/yaml",
    "errors": "github.com/pkg/errors",
    "log": "github.com/sirupsen/logrus",
    "config": f"{HOME}/internal/config",
}
NOT_OURS = ("newRootCmd", "runRoot", "initializeConfig", "readConfigFile")
MAIN = """package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"

	log "github.com/sirupsen/logrus"
	"github.com/spf13/cobra"

	"github.com/determined-ai/determined/master/internal/config"
	"github.com/determined-ai/determined/master/pkg/check"
)

var rootCmd *cobra.Command

func answer(bs []byte) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	rootCmd = &cobra.Command{Use: "master"}
	registerConfig()
	MERGE
	if err != nil {
		return err
	}
	return check.Validate(conf)
}

func main() {
	log.SetOutput(io.Discard)
	for _, kind := range []string{AUTHZ} {
		config.RegisterAuthZType(kind)
	}
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for {
		line, err := in.ReadBytes('\\n')
		if err != nil {
			return
		}
		text := ""
		if err := answer(line); err != nil {
			text = "error: " + err.Error()
		}
		quoted, _ := json.Marshal(text)
		fmt.Fprintln(out, string(quoted))
	}
}
"""
MERGE = "conf, err := mergeConfigIntoViper(bs)"
OLD_MERGE = """if err := mergeConfigBytesIntoViper(bs); err != nil {
		return err
	}
	conf, err := getConfig(v.AllSettings())"""


def unpack(repository: Path, release: DeterminedRelease, folder: Path) -> None:
    """Puts the sources of a release into a folder."""
    number = ".".join(map(str, release.number))
    tag = _git(repository, "tag", "--list", number, f"v{number}").decode().split()[0]
    present = _git(repository, "ls-tree", "--name-only", tag).decode().split()
    parts = [part for part in PARTS if part in present]
    with tarfile.open(fileobj=BytesIO(_git(repository, "archive", tag, *parts))) as archive:
        archive.extractall(folder, filter="data")


def compile_answers(folder: Path) -> Path:
    """Builds the program ``master/cmd/answers`` of sources in a folder and returns its path."""
    program = folder / "master" / "cmd" / "answers"
    module = folder if (folder / "go.mod").exists() else folder / "master"
    package = f"./{program.relative_to(module)}"
    run_go(["build", "-o", str(folder / "answers"), package], {"GOFLAGS": "-mod=mod"}, module)
    return folder / "answers"


def build(repository: Path, release: DeterminedRelease, folder: Path) -> Path:
    """Builds the program of a release in a folder and returns its path."""
    unpack(repository, release, folder)
    source = folder / "master" / "cmd" / "determined-master"
    program = folder / "master" / "cmd" / "answers"
    program.mkdir()
    (program / "init.go").write_text(_flags((source / "init.go").read_text()))
    (program / "root.go").write_text(_reading((source / "root.go").read_text()))
    merge = MERGE if release.at_least(0, 25, 0) else OLD_MERGE
    authz = '"basic", "rbac"' if release.at_least(0, 32, 0) else '"basic"'
    (program / "main.go").write_text(MAIN.replace("MERGE", merge).replace("AUTHZ", authz))
    return compile_answers(folder)


def ask(program: Path, questions: Iterable[Any], *arguments: Path) -> list[Any]:
    """Returns the answers of a program to questions.

    The one that ``build`` makes says of a configuration why the master refuses it; blank if it
    takes it.
    """
    lines = "".join(json.dumps(question) + "\n" for question in questions)
    command = [program, *arguments]
    done = subprocess.run(command, input=lines, capture_output=True, check=True, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def _git(repository: Path, *arguments: str) -> bytes:
    command = ["git", "-C", str(repository), *arguments]
    return subprocess.run(command, capture_output=True, check=True).stdout


def _flags(text: str) -> str:
    text = re.sub(r"^(//nolint.*\n)?func init\(\).*?^}\n", "", text, flags=re.DOTALL | re.MULTILINE)
    return re.sub(r".*determined/master/version\"\n", "", text)


def _reading(text: str) -> str:
    """Returns root.go without the command, and with the imports that are left."""
    for name in NOT_OURS:
        text = re.sub(rf"^func {name}\(.*?^}}\n", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"^import \(.*?^\)\n", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"^(var rootCmd|const \w+ =|package) .*\n", "", text, flags=re.MULTILINE)
    code = re.sub(r"//.*", "", text)
    used = [name for name in IMPORTS if re.search(rf"(?<![\w.]){name}\.[A-Z]", code)]
    lines = [f'\t{name} "{IMPORTS[name]}"' for name in used]
    return "\n".join(["package main", "", "import (", *lines, ")", text])
