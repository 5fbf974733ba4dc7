"""Which names are those of secrets: ``jwtSecret``, ``DB_PASSWORD``, ``smtppass``, ``pasword``.

A name is read as words, however they are joined (``camelCase``, ``snake_case``, ``kebab-case``,
``runtogether``), and the last word says what it is: a ``passwordKey`` is a key, a ``tokenExpiry`` a
time, a ``secretName`` a name. ``tests/secrets/names.yaml`` lists names and false friends.
"""

from __future__ import annotations

from functools import lru_cache

from helmwright.base.patterns import lazy_pattern

_LONGEST = 128
"""Letters of what can be a name; of longer ones the end counts."""
_WORD = lazy_pattern(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_HEADS = frozenset(
    "password passwords passwd passwds passphrase passphrases passcode passcodes pwd pwds pswd psw"  # noqa: SIM905 - words
    " passwort kennwort secret secrets token tokens credential credentials cred creds htpasswd"
    " pass passes salt dsn".split()
)
"""What is a secret, whatever stands before it."""
_LONG_HEADS = (
    "passwords password passwd passphrase passcode secrets secret tokens token credentials"  # noqa: SIM905 - words
    " credential htpasswd pwd erlangcookie connectionstring".split()
)
"""What may stand at the end of words that are run together."""
_PAIRS = frozenset(
    {
        ("connection", "string"),
        ("erlang", "cookie"),
        ("basic", "auth"),
        ("registry", "auth"),
        ("docker", "auth"),
        ("webhook", "url"),
        ("slack", "url"),
    }
)
_RUN_VERBS = ("existing", "automount", "generate", "create")
_MISSPELT = frozenset(
    "password passwords passphrase secret secrets token credential credentials".split()  # noqa: SIM905 - words
)
_NO_MISSPELLING = frozenset(
    "passport passports taken toke tokes woken stoken secrete secreted secretes discrete secures"  # noqa: SIM905 - words
    " crossword sword keyword keywords".split()
)
_KEY_OF = frozenset(
    "api app application secret access private signing sign signature encryption encrypt"  # noqa: SIM905 - words
    " decryption account master fernet license licence ssh rsa dsa ecdsa ed25519 gpg pgp aes hmac"
    " jwt jwe session cookie admin auth authentication authorization client shared preshared root"
    " unseal recovery deploy webhook integration ingest ingestion write read agent"
    " consumer cipher json insights pass"
    " server service site hash crypt crypto crypted kms vault wrapping storage bearer"
    " activation subscription publishing dh psk wireguard wg tsig rndc azure aws gcp s3 minio datadog"
    " dd openai anthropic sendgrid mailgun stripe gemini sentry encryptor seal sealing anon"
    " rails django laravel nextauth flask base".split()
)
"""What kind of key is a secret: an ``apiKey``, but no ``labelKey``, and no ``passwordKey``."""
_SECRET_KEY_OF = frozenset(
    "aws s3 minio app application session cookie jwt flask rails storage gcs oss obs bucket"  # noqa: SIM905 - words
    " blob hmac encryption my stripe hcaptcha recaptcha turnstile captcha superset mlflow default"
    " airflow netbox oauth security webserver server webapp django".split()
)
"""Whose ``secretKey`` is a secret; of others it is a key in a Secret."""
_PASS_OF = frozenset(
    "smtp mail email db database user username root admin redis mongo mongodb mysql pg postgres"  # noqa: SIM905 - words
    " postgresql maria mariadb ldap bind ftp sftp ssh proxy auth login web http https basic mq"
    " rabbit rabbitmq amqp kafka elastic es my new old keystore truststore key store cert sql"
    " superuser owner replication repl metrics sa service client server tls ssl imap pop nexus"
    " registry docker git wifi vpn sudo default bot api app master".split()
)
"""Whose ``…pass`` is a password, though the words are run together."""
_NO_PASS = frozenset("by com over under tres sur encom first single multi one two gate".split())  # noqa: SIM905 - words
_NAMED_SECRETS = frozenset(
    "pull image tls cert certs certificate certificates ca ssl external extra existing referenced"  # noqa: SIM905 - words
    " kubernetes k8s kube volume mount mounted sealed password passwords passwd credential credentials"
    " creds key keys apikey keystore truststore conf config kubeconfig file env from scripts vars".split()
)
"""Before ``secret``: a Secret by its name."""
_VERBS = frozenset(
    "existing use uses using create creates generate automount enable enabled disable disabled"  # noqa: SIM905 - words
    " allow require required skip show mount is has should no without max min num number count"
    " maximum minimum rotate autogenerate ignore hide reset forgot change verify validate external"
    " managed deny never allows requires cleanup".split()
)
"""With which the name of a switch or of a number begins, or that of a Secret."""
_MODIFIERS = frozenset(
    "old new current previous prev next value values plain plaintext raw base64 b64 encoded hash"  # noqa: SIM905 - words
    " hashed bcrypt md5 sha sha1 sha256 sha512 confirm confirmation data pem string text default"
    " primary secondary encrypted decoded content contents override literal inline json base seed id".split()
)
"""What may follow the word that counts, but ``id`` no key: that is no secret."""
_OPEN = lazy_pattern(
    r".*(?:user|username|login|host|hostname|port|database|dbname|db|name|namespace|email|region"
    r"|bucket|type|sslmode|mode|enabled|algorithm|issuer|audience|version|driver|dialect)"
)
_SEPARATORS = str.maketrans("", "", "_-. ")
_HOLDERS = frozenset(
    "password passwords passwd passphrase passphrases credential credentials creds tokens".split()  # noqa: SIM905 - words
)
_HELD_OPEN = frozenset(
    "name key keys ref refs path file enabled create annotations labels type namespace user"  # noqa: SIM905 - words
    " username host port id url length size policy secret ttl expiry mount readonly rotation".split()
)


@lru_cache(maxsize=8192)
def is_secret_name(name: str) -> bool:
    """Tell whether a key or a variable of this name holds a secret, not the name of one."""
    words = words_of(name)
    if not words or words[0] in _VERBS:
        return False
    is_id = words[-1] == "id"
    while not _is_secret(words) and not _ends_as_secret("".join(words)):
        if len(words) < 2 or not (words[-1] in _MODIFIERS or words[-1].isdigit()):
            return False
        words.pop()
    return not is_id or words[-1].startswith("token")


def holds_secrets(name: str) -> bool:
    """Tell whether what stands below this name, in a map or a list, are secrets: ``passwords``."""
    words = words_of(name)
    return bool(words) and words[0] not in _VERBS and words[-1] in _HOLDERS


def is_open_below(name: str) -> bool:
    """Tell whether what stands under this name is none of the secrets beside it."""
    words = words_of(name)
    return bool(words) and (words[-1] in _HELD_OPEN or is_open_name(name))


def is_open_name(name: str) -> bool:
    """Tell whether what a Secret has under this name is hidden there, but known to all: a host."""
    return _OPEN.fullmatch(name[-_LONGEST:].translate(_SEPARATORS).lower()) is not None


def words_of(name: str) -> list[str]:
    """Return the words of a name in lower case."""
    return [word.lower() for word in _WORD.findall(name[-_LONGEST:])]


def _is_secret(words: list[str]) -> bool:
    """Tell whether the last words say so."""
    last, before = words[-1], words[-2] if len(words) > 1 else ""
    if last in ("key", "keys", "kye"):
        return _is_secret_key(words[:-1])
    if last in ("pass", "passes"):
        return before not in _NO_PASS
    if last in ("secret", "secrets"):
        return before not in _NAMED_SECRETS
    if last in _HEADS:
        return True
    if (before, last) in _PAIRS:
        return True
    return _is_misspelt(last) and before not in _NAMED_SECRETS


def _is_secret_key(words: list[str]) -> bool:
    if not words:
        return False
    if words[-1] == "secret":
        return len(words) == 1 or words[-2] in _SECRET_KEY_OF
    return words[-1] in _KEY_OF


def _ends_as_secret(text: str) -> bool:
    """Tell whether words that are run together end as the name of a secret."""
    if text.startswith(_RUN_VERBS):
        return False
    head = next(filter(text.endswith, _LONG_HEADS), "")
    if head:
        rest = text[: -len(head)]
        return not (head in ("secret", "secrets") and any(map(rest.endswith, _NAMED_SECRETS)))
    if text.endswith("pass"):
        return _ends_with(text[:-4], _PASS_OF, whole=True)
    end = next(filter(text.endswith, ("secretkey", "secretkeys")), "")
    if end:
        return text == end or _ends_with(text[: -len(end)], _SECRET_KEY_OF, whole=False)
    end = next(filter(text.endswith, ("key", "keys")), "")
    return bool(end) and _ends_with(text[: -len(end)], _KEY_OF, whole=False)


def _ends_with(text: str, words: frozenset[str], *, whole: bool) -> bool:
    """Tell whether a text ends in one of the words; whole: or is one, or two of them."""
    ends = [text[at:] for at in range(max(0, len(text) - 14), len(text)) if text[at:] in words]
    if not whole:
        return any(
            len(end) > 3 or end == text for end in ends
        )  # no key of a "monkey" or a "turkey"
    return any(end == text or text[: -len(end)] in words for end in ends)


def _is_misspelt(word: str) -> bool:
    """Tell whether a word is a slip of the fingers away from a secret's."""
    if len(word) < 4 or word in _NO_MISSPELLING:
        return False
    return any(
        abs(len(word) - len(right)) < 2
        and word[0] == right[0]
        and (_is_one_slip(word, right) or _is_shuffled(word, right))
        for right in _MISSPELT
    )


def _is_shuffled(word: str, right: str) -> bool:
    """Tell whether a long word has the letters of the right one, but for one, in another order."""
    if len(right) < 8 or word[-1] != right[-1]:
        return False
    left = list(right)
    for letter in word:
        if letter in left:
            left.remove(letter)
    return len(left) + len(word) - len(right) < 2 and len(left) < 2


def _is_one_slip(word: str, right: str) -> bool:
    """Tell whether a letter is missing, too many, another one, or has changed its place."""
    at = next((at for at, (a, b) in enumerate(zip(word, right, strict=False)) if a != b), None)
    if at is None:
        return True
    rest, wanted = word[at:], right[at:]
    if len(right) == 5 and len(word) == 5:  # of short words too many others are near
        return rest[:2] == wanted[1::-1] and rest[2:] == wanted[2:]
    return (
        rest[1:] == wanted
        or rest == wanted[1:]
        or rest[1:] == wanted[1:]
        or (rest[:2] == wanted[1::-1] and rest[2:] == wanted[2:])
    )
