from __future__ import annotations

import pytest

from helmwright.base.errors import GoError
from helmwright.go import url

# Written by Go's net/url itself: scheme, opaque, user, host, path, query, fragment, String(),
# Hostname(), Port(). A user of "-" is none.
URLS = [
    (
        "http://u:p@h:80/a%20b?q=1#f",
        "http",
        "",
        "u:p",
        "h:80",
        "/a b",
        "q=1",
        "f",
        "http://u:p@h:80/a%20b?q=1#f",
        "h",
        "80",
    ),
    ("https://h", "https", "", "-", "h", "", "", "", "https://h", "h", ""),
    ("//h/p", "", "", "-", "h", "/p", "", "", "//h/p", "h", ""),
    ("/p?", "", "", "-", "", "/p", "", "", "/p?", "", ""),
    ("mailto:a@b", "mailto", "a@b", "-", "", "", "", "", "mailto:a@b", "", ""),
    ("a/b:c", "", "", "-", "", "a/b:c", "", "", "a/b:c", "", ""),
    ("./a:b", "", "", "-", "", "./a:b", "", "", "./a:b", "", ""),
    ("*", "", "", "-", "", "*", "", "", "*", "", ""),
    ("http://[::1]:80/", "http", "", "-", "[::1]:80", "/", "", "", "http://[::1]:80/", "::1", "80"),
    (
        "http://[fe80::1%25en0]/",
        "http",
        "",
        "-",
        "[fe80::1%en0]",
        "/",
        "",
        "",
        "http://[fe80::1%25en0]/",
        "fe80::1%en0",
        "",
    ),
    ("HTTP://H/", "http", "", "-", "H", "/", "", "", "http://H/", "H", ""),
    ("http:/p", "http", "", "-", "", "/p", "", "", "http:/p", "", ""),
    ("http:p", "http", "p", "-", "", "", "", "", "http:p", "", ""),
    ("file:///x", "file", "", "-", "", "/x", "", "", "file:///x", "", ""),
    ("/a%2Fb", "", "", "-", "", "/a/b", "", "", "/a%2Fb", "", ""),
    ("/%C3%A9/é", "", "", "-", "", "/é/é", "", "", "/%C3%A9/%C3%A9", "", ""),
    ("?a b", "", "", "-", "", "", "a b", "", "?a b", "", ""),
    ("#a b", "", "", "-", "", "", "", "a b", "#a%20b", "", ""),
    ("#a%41", "", "", "-", "", "", "", "aA", "#a%41", "", ""),
    (
        "postgres://a:1,b:2/db",
        "postgres",
        "",
        "-",
        "a:1,b:2",
        "/db",
        "",
        "",
        "postgres://a:1,b:2/db",
        "a:1,b",
        "2",
    ),
    ("http://u@v@h", "http", "", "u%40v", "h", "", "", "", "http://u%40v@h", "h", ""),
    ("http://u:@h", "http", "", "u:", "h", "", "", "", "http://u:@h", "h", ""),
    ("/a;b,c", "", "", "-", "", "/a;b,c", "", "", "/a;b,c", "", ""),
    ("http://ex%C3%A9", "http", "", "-", "exé", "", "", "", "http://ex%C3%A9", "exé", ""),
    ("//h:", "", "", "-", "h:", "", "", "", "//h:", "h", ""),
    ("x:?", "x", "", "-", "", "", "", "", "x:?", "", ""),
    ("http://h?x#", "http", "", "-", "h", "", "x", "", "http://h?x", "h", ""),
    ("/\udcff", "", "", "-", "", "/\udcff", "", "", "/%FF", "", ""),
]
ERRORS = [
    ("http://[::1", "parse \"http://[::1\": missing ']' in host"),
    ("http://h:x", 'parse "http://h:x": invalid port ":x" after host'),
    ("http://a:b:80/", 'parse "http://a:b:80/": invalid port ":b:80" after host'),
    ("http://h:1:2", 'parse "http://h:1:2": invalid port ":1:2" after host'),
    ("1a:b", 'parse "1a:b": first path segment in URL cannot contain colon'),
    (":x", 'parse ":x": missing protocol scheme'),
    ("http://a b", 'parse "http://a b": invalid character " " in host name'),
    ("/%zz", 'parse "/%zz": invalid URL escape "%zz"'),
    ("/%4", 'parse "/%4": invalid URL escape "%4"'),
    ("#%zz", 'parse "#%zz": invalid URL escape "%zz"'),
    ("http://u b@h", 'parse "http://u b@h": net/url: invalid userinfo'),
    ("http://%zz@h", 'parse "http://%zz@h": invalid URL escape "%zz"'),
    ("\n", 'parse "\\n": net/url: invalid control character in URL'),
    ("http://[1.2.3.4]", 'parse "http://[1.2.3.4]": invalid IP-literal'),
    ("http://[x]", 'parse "http://[x]": invalid host: ParseAddr("x"): unable to parse IP'),
    (
        "http://[a%25b]",
        'parse "http://[a%25b]": invalid host: ParseAddr("a%b"): missing IPv6 address',
    ),
    (
        "http://[1:2]",
        'parse "http://[1:2]": invalid host: ParseAddr("1:2"): address string too short',
    ),
    ("http://[::1%25%]", 'parse "http://[::1%25%]": invalid URL escape "%"'),
    ("http://a[b]", 'parse "http://a[b]": invalid IP-literal'),
    (
        "http://[1:2:3:4:5:6:7:8:9]",
        'parse "http://[1:2:3:4:5:6:7:8:9]": invalid host: ParseAddr("1:2:3:4:5:6:7:8:9"): trailing garbage after address (at "9")',
    ),
    (
        "http://[::g]",
        'parse "http://[::g]": invalid host: ParseAddr("::g"): each colon-separated field must have at least one digit (at "g")',
    ),
    (
        "http://[12345::]",
        'parse "http://[12345::]": invalid host: ParseAddr("12345::"): each group must have 4 or less digits (at "12345::")',
    ),
    (
        "http://[1::2::3]",
        'parse "http://[1::2::3]": invalid host: ParseAddr("1::2::3"): multiple :: in address (at ":3")',
    ),
    (
        "http://[::1.2.3]",
        'parse "http://[::1.2.3]": invalid host: ParseAddr("::1.2.3"): IPv4 address too short',
    ),
    (
        "http://[::01.2.3.4]",
        'parse "http://[::01.2.3.4]": invalid host: ParseAddr("::01.2.3.4"): IPv4 field has octet with leading zero',
    ),
    (
        "http://[::1.2.3.4.5]",
        'parse "http://[::1.2.3.4.5]": invalid host: ParseAddr("::1.2.3.4.5"): IPv4 address too long',
    ),
    (
        "http://[1:2:3:4:5:6:7:8::]",
        'parse "http://[1:2:3:4:5:6:7:8::]": invalid host: ParseAddr("1:2:3:4:5:6:7:8::"): the :: must expand to at least one field of zeros',
    ),
    ("http://[::1]x", 'parse "http://[::1]x": invalid port "x" after host'),
    ("http://ex%41", 'parse "http://ex%41": invalid URL escape "%41"'),
    ("é:x", 'parse "é:x": first path segment in URL cannot contain colon'),
]
ESCAPED = [
    ("a b&c=d/é+%~_-.", "a+b%26c%3Dd%2F%C3%A9%2B%25~_-.", "a%20b&c=d%2F%C3%A9+%25~_-."),
    ("", "", ""),
    ("\udcff\x00", "%FF%00", "%FF%00"),
    ("!'()*,;:@$", "%21%27%28%29%2A%2C%3B%3A%40%24", "%21%27%28%29%2A%2C%3B:@$"),
    (
        '<>"{}|\\^`[]#?',
        "%3C%3E%22%7B%7D%7C%5C%5E%60%5B%5D%23%3F",
        "%3C%3E%22%7B%7D%7C%5C%5E%60%5B%5D%23%3F",
    ),
]


@pytest.mark.parametrize(
    (
        "text",
        "scheme",
        "opaque",
        "user",
        "host",
        "path",
        "query",
        "fragment",
        "written",
        "hostname",
        "port",
    ),
    URLS,
)
def test_url_is_taken_apart_and_written_again(  # noqa: PLR0917 - a row of the table
    text, scheme, opaque, user, host, path, query, fragment, written, hostname, port
):
    parsed = url.parse(text)
    assert (parsed.scheme, parsed.opaque, parsed.host, parsed.path) == (scheme, opaque, host, path)
    assert ("-" if parsed.user is None else str(parsed.user)) == user
    assert (parsed.raw_query, parsed.fragment) == (query, fragment)
    assert str(parsed) == written
    assert (parsed.hostname, parsed.port) == (hostname, port)


@pytest.mark.parametrize(("text", "message"), ERRORS)
def test_broken_url_is_refused_in_gos_words(text, message):
    with pytest.raises(GoError) as caught:
        url.parse(text)
    assert caught.value.message == message


@pytest.mark.parametrize(("text", "query", "segment"), ESCAPED)
def test_text_is_escaped_for_a_query_and_for_a_path(text, query, segment):
    assert url.query_escape(text) == query
    assert url.path_escape(text) == segment
    assert url.query_unescape(query) == text
    assert url.path_unescape(segment) == text
