"""Whether the master of a release takes a configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.argument_types import checked
from helmwright.determined.master_decoding import Decoder
from helmwright.determined.master_rules import Checked, check_sections
from helmwright.determined.master_schema import schema_of
from helmwright.determined.master_settings import settle
from helmwright.determined.resource_rules import check_resources

if TYPE_CHECKING:
    from collections.abc import Mapping

    from helmwright.determined.problem import ConfigProblem
    from helmwright.determined.versions import DeterminedRelease


@checked
def check_master_config(
    config: Mapping[str, Any], release: DeterminedRelease
) -> list[ConfigProblem]:
    """Return what is wrong with a configuration of the master, the content of master.yaml.

    The problems that stop the master are those that it would report itself, by its decoder or by
    its checks; environment variables and files are not looked at. The others are keys that it
    ignores and values that fail later. An empty list means that all is well. For a release with
    ``enterprise`` the features that need a licence are there.
    """
    schema = schema_of(release)
    settings, problems = settle(config, schema.flags, release)
    decoder = Decoder(schema)
    decoded = decoder.decode(settings)
    problems += decoder.problems
    checked = Checked(decoded, release, [])
    check_sections(checked)
    check_resources(checked)
    # What could not be decoded looks absent to the rules; one complaint about it is enough.
    places = {problem.path for problem in problems if problem.stops_master}
    problems += [problem for problem in checked.problems if problem.path not in places]
    return list(dict.fromkeys(problems))
