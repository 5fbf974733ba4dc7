"""What the master checks after decoding: Resolve() and the Validate() methods.

Source: master/internal/config/*.go and their older homes, master/pkg/model/logging_config.go,
master/pkg/schemas/expconf/storage_config.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import GoError
from helmwright.determined.problem import ConfigProblem, joined
from helmwright.go.cron import is_duration, is_schedule
from helmwright.go.url import parse as parse_url

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from helmwright.determined.versions import DeterminedRelease, Number

_LOG_LEVELS = ("panic", "fatal", "error", "warn", "warning", "info", "debug", "trace")
_SSL_MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
_SSH_KEYS = ("RSA", "ECDSA", "ED25519")
_AUTHZ = ("basic", "rbac")
_LONGEST_TOKEN = 106751
_STORAGES: dict[str, tuple[str, Number, Number | None]] = {
    "azure": ("container", (0, 16, 1), (0, 17, 5)),
    "directory": ("container_path", (0, 26, 3), (0, 26, 3)),
    "gcs": ("bucket", (0, 12, 10), (0, 17, 5)),
    "s3": ("bucket", (0, 12, 10), None),
    "shared_fs": ("host_path", (0, 12, 10), None),
}
"""Storages: the key they need, their first release, the first one that misses the key itself."""
_LICENSED = ((0, 32, 0), (0, 38, 0))
"""Between these the public image refuses some features."""


class Checked:
    """A decoded configuration, its release, and the problems found so far."""

    def __init__(
        self,
        config: Mapping[str, Any],
        release: DeterminedRelease,
        problems: list[ConfigProblem],
    ) -> None:
        self.config = config
        self.release = release
        self.problems = problems

    def section(self, path: str) -> dict[str, Any]:
        """Return the map at a dotted path; an empty one when there is none."""
        found: Any = self.config
        for key in path.split("."):
            found = found.get(key) if isinstance(found, dict) else None
        return found if isinstance(found, dict) else {}

    def report(self, path: str, message: str, *, stops_master: bool = True) -> None:
        """Add a problem."""
        self.problems.append(ConfigProblem(path, message, stops_master))

    def advise(self, path: str, message: str) -> None:
        """Add a problem that the master does not see when it starts."""
        self.report(path, message, stops_master=False)

    def one_of(self, path: str, value: Any, choices: Iterable[str]) -> None:
        """Report a text that is none of some."""
        choices = list(choices)
        if isinstance(value, str) and value not in choices:
            self.report(
                path, f'"{value}" is none of {", ".join(choice or "blank" for choice in choices)}'
            )

    def needs_licence(self, path: str) -> None:
        """Report a feature that the public image lacks."""
        first, end = _LICENSED
        if first <= self.release.number < end and not self.release.enterprise:
            self.report(path, "needs the enterprise image from 0.32.0 to 0.37.0")


def check_sections(checked: Checked) -> None:
    """Check everything but resource managers, pools and task container defaults."""
    _check_server(checked)
    _check_security(checked)
    _check_tokens(checked)
    _check_logging(checked)
    _check_retention(checked)
    _check_sign_on(checked)
    _check_proxied_servers(checked)
    _check_logos(checked)
    check_storage(checked)


def _check_server(checked: Checked) -> None:
    level = checked.section("log").get("level")
    if isinstance(level, str):
        checked.one_of("log.level", level.lower(), _LOG_LEVELS)
    for key in ("port", "http_port", "https_port", "grpc_port"):
        port = checked.config.get(key)
        if isinstance(port, int) and not 0 <= port <= 65535:
            checked.advise(key, f"{port} is no port")
    mode = checked.section("db").get("ssl_mode", "disable")
    if isinstance(mode, str) and mode not in _SSL_MODES:
        checked.advise("db.ssl_mode", f'"{mode}" is none of {", ".join(_SSL_MODES)}')


def _check_security(checked: Checked) -> None:
    task = checked.section("security.default_task")
    for key in ("uid", "gid"):
        if isinstance(task.get(key), int) and task[key] < 0:
            checked.report(f"security.default_task.{key}", f"{task[key]} is below 0")
    for key in ("user", "group"):
        if task.get(key) == "":
            checked.report(f"security.default_task.{key}", "must not be blank")
    tls = checked.section("security.tls")
    if checked.release.at_least(0, 13, 5) and bool(tls.get("cert")) != bool(tls.get("key")):
        checked.report("security.tls", "cert and key are given together or not at all")
    _check_ssh(checked)
    authz = checked.section("security.authz")
    for key in ("type", "fallback"):
        checked.one_of(f"security.authz.{key}", authz.get(key), _authz_types(checked.release))
    if authz.get("type", "basic") == "rbac":
        checked.needs_licence("security.authz.type")
    role = checked.section("security.authz.workspace_creator_assign_role").get("role_id")
    if isinstance(role, int) and role <= 0 and checked.release.at_least(0, 22, 2):
        checked.report(
            "security.authz.workspace_creator_assign_role.role_id", f"{role} is not above 0"
        )


def _authz_types(release: DeterminedRelease) -> tuple[str, ...]:
    return _AUTHZ if release.enterprise or release.at_least(*_LICENSED[0]) else _AUTHZ[:1]


def _check_ssh(checked: Checked) -> None:
    ssh = checked.section("security.ssh")
    size = ssh.get("rsa_key_size")
    if checked.release.at_least(0, 38, 0):
        checked.one_of("security.ssh.key_type", ssh.get("key_type"), _SSH_KEYS)
        if ssh.get("key_type") != "RSA":
            return
        size = size or 0
    if isinstance(size, int) and not 1 <= size <= 16384:
        checked.report("security.ssh.rsa_key_size", f"{size} is not between 1 and 16384")


def _check_tokens(checked: Checked) -> None:
    token = checked.section("security.token")
    days = {}
    for key in ("max_lifespan_days", "default_lifespan_days"):
        value = token.get(key)
        days[key] = 30 if value is None else _LONGEST_TOKEN if value == -1 else value
        if not 0 <= days[key] <= _LONGEST_TOKEN:
            checked.report(
                f"security.token.{key}", f"{value} is not between 0 and {_LONGEST_TOKEN}, nor -1"
            )
    if days["default_lifespan_days"] > days["max_lifespan_days"]:
        checked.report(
            "security.token",
            f"default_lifespan_days is {days['default_lifespan_days']},"
            f" above max_lifespan_days, {days['max_lifespan_days']}",
        )


def _check_logging(checked: Checked) -> None:
    logging = checked.section("logging")
    if logging.get("type") != "elastic":
        return
    for key in ("host", "port"):
        if not logging.get(key):
            checked.advise(f"logging.{key}", "is missing")
    security = checked.section("logging.security")
    if (security.get("username") is None) != (security.get("password") is None):
        checked.report("logging.security", "username and password are given together or not at all")
    tls = checked.section("logging.security.tls")
    if tls.get("certificate") and tls.get("skip_verify"):
        checked.report("logging.security.tls", "certificate and skip_verify exclude each other")


def _check_retention(checked: Checked) -> None:
    policy = checked.section("retention_policy")
    days, schedule = policy.get("log_retention_days"), policy.get("schedule")
    if isinstance(days, int) and days < -1:
        checked.report(
            "retention_policy.log_retention_days", f"{days} is below -1, which is forever"
        )
    if isinstance(schedule, str) and not (is_duration(schedule) or is_schedule(schedule)):
        checked.report(
            "retention_policy.schedule",
            f'"{schedule}" is neither a duration such as 24h nor a cron expression of five fields',
        )


def _check_sign_on(checked: Checked) -> None:
    for name, key in (
        ("oidc", "idp_recipient_url"),
        ("saml", "idp_recipient_url"),
        ("det_cloud", "login_url"),
    ):
        section = checked.section(name)
        if section.get("enabled") is True:
            checked.needs_licence(f"{name}.enabled")
            if not _is_url(section.get(key)):
                checked.report(f"{name}.{key}", "is not a URL")
    _check_saml(checked)
    _check_scim(checked)


def _check_saml(checked: Checked) -> None:
    saml = checked.section("saml")
    if saml.get("enabled") is True and checked.release.at_least(*_LICENSED[0]):
        for key in (
            "provider",
            "idp_recipient_url",
            "idp_sso_url",
            "idp_sso_descriptor_url",
            "idp_metadata_url",
        ):
            if not saml.get(key):
                checked.report(f"saml.{key}", "is missing")


def _check_scim(checked: Checked) -> None:
    auth = checked.section("scim.auth")
    if auth.get("type") == "basic" and checked.release.at_least(*_LICENSED[0]):
        for key in ("username", "password"):
            if not auth.get(key):
                checked.report(f"scim.auth.{key}", "is missing")
    if checked.section("scim").get("enabled") is True:
        checked.needs_licence("scim.enabled")


def _is_url(value: Any) -> bool:
    try:
        parse_url(value if isinstance(value, str) else "")
    except GoError:
        return False
    return True


def _check_proxied_servers(checked: Checked) -> None:
    servers = checked.section("__internal").get("proxied_servers") or []
    for index, server in enumerate(servers):
        path = f"__internal.proxied_servers[{index}]"
        server = server if isinstance(server, dict) else {}  # noqa: PLW2901 - null is an empty one
        for key in ("path_prefix", "destination"):
            if not server.get(key):
                checked.report(joined(path, key), "is missing")
        destination = server.get("destination")
        if isinstance(destination, str) and destination:
            if not _is_url(destination):
                checked.report(joined(path, "destination"), "is not a URL")
            elif not parse_url(destination).port:
                checked.report(joined(path, "destination"), "has no port")


def _check_logos(checked: Checked) -> None:
    if any(checked.section("ui_customization.logo_path").values()):
        checked.needs_licence("ui_customization.logo_path")
    logos = checked.section("ui_customization.logo_paths")
    if logos:
        checked.needs_licence("ui_customization.logo_paths")
        for key in ("dark_horizontal", "dark_vertical", "light_horizontal", "light_vertical"):
            if not logos.get(key):
                checked.report(f"ui_customization.logo_paths.{key}", "is missing")


def check_storage(checked: Checked) -> None:
    """Check the checkpoint storage."""
    storage = checked.section("checkpoint_storage")
    release = checked.release
    old = not release.at_least(0, 15, 6)
    if storage and "type" not in storage:
        checked.advise("checkpoint_storage.type", "is missing")
    for key in ("save_experiment_best", "save_trial_best", "save_trial_latest"):
        if isinstance(storage.get(key), int) and storage[key] < 0:
            checked.report(
                f"checkpoint_storage.{key}", f"{storage[key]} is below 0", stops_master=old
            )
    kind = storage.get("type")
    if kind in _STORAGES:
        _check_place(checked, storage, *_STORAGES[kind])
    if kind == "azure" and release.at_least(0, 17, 5):
        _check_azure(checked, storage)
    if kind == "shared_fs":
        _check_shared_fs(checked, storage)
    _check_prefix(checked, storage.get("prefix"))


def _check_place(
    checked: Checked, storage: Mapping[str, Any], key: str, since: Number, refused: Number | None
) -> None:
    """Check the key that says where a kind of storage is."""
    number = checked.release.number
    if number >= since and not storage.get(key):
        stops = refused is not None and number >= refused and storage.get(key) is None
        checked.report(f"checkpoint_storage.{key}", "is missing", stops_master=stops)


def _check_azure(checked: Checked, storage: Mapping[str, Any]) -> None:
    given = [key for key in ("connection_string", "account_url") if storage.get(key) is not None]
    if len(given) == 2:
        checked.report("checkpoint_storage", "connection_string and account_url exclude each other")
    if not given:
        checked.advise("checkpoint_storage", "connection_string or account_url is missing")
    if "connection_string" in given and storage.get("credential") is not None:
        checked.report("checkpoint_storage", "credential and connection_string exclude each other")


def _check_shared_fs(checked: Checked, storage: Mapping[str, Any]) -> None:
    host = storage.get("host_path")
    if isinstance(host, str) and host and not host.startswith("/"):
        checked.advise("checkpoint_storage.host_path", "must be an absolute path")
    inner = storage.get("storage_path")
    if isinstance(inner, str) and isinstance(host, str):
        parts = inner.split("/")
        outside = inner.startswith("/") and not inner.startswith(host)
        if outside or ".." in parts:
            checked.advise("checkpoint_storage.storage_path", "must be below host_path")


def _check_prefix(checked: Checked, prefix: Any) -> None:
    if isinstance(prefix, str) and (
        prefix == ".." or prefix.startswith("../") or prefix.endswith("/..") or "/../" in prefix
    ):
        checked.report("checkpoint_storage.prefix", "must not go up with ..")
