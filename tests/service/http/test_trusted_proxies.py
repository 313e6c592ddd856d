"""Behind a proxy: whom a request comes from, and what is believed of whom."""

import pytest

from common.refusals import refuses
from ledger.kernel.errors import Malformed
from ledger.service.http.origin_check import headers_by_name
from ledger.service.http.trusted_proxies import (
    check_network,
    check_public_url,
    follow_proxies,
    trusts,
)

from ..asgi import scope

PROXIES = ("127.0.0.1/32", "10.0.0.0/8", "fd00::/8")


def followed(*headers, client="127.0.0.1", proxies=PROXIES):
    request = scope(headers=headers, client=client)
    follow_proxies(request, headers_by_name(request), proxies)
    return (request["client"] or ("",))[0], request["scheme"]


def test_nothing_is_believed_of_strangers():
    told = ("x-forwarded-for", "1.2.3.4"), ("x-forwarded-proto", "https")
    assert followed(*told, client="5.6.7.8") == ("5.6.7.8", "http")
    assert followed(("forwarded", "for=1.2.3.4;proto=https"), client="5.6.7.8")[0] == "5.6.7.8"
    assert followed(*told, proxies=()) == ("127.0.0.1", "http")
    assert followed(*told, client="") == ("", "http")
    assert followed(*told) == ("1.2.3.4", "https")


@pytest.mark.parametrize(
    ("told", "client"),
    [
        ("1.2.3.4", "1.2.3.4"),
        ("9.9.9.9, 1.2.3.4", "1.2.3.4"),
        ("9.9.9.9, 1.2.3.4, 10.1.1.1", "1.2.3.4"),
        ("1.2.3.4:5678", "1.2.3.4"),
        ("[2001:db8::1]:443", "2001:db8::1"),
        ("2001:db8::1", "2001:db8::1"),
        ("10.2.2.2, 10.1.1.1", "10.2.2.2"),
        ("unknown, 10.1.1.1", "10.1.1.1"),
        ("1.2.3.4, nonsense", "127.0.0.1"),
        ("", "127.0.0.1"),
        ("1.2.3.4,", "127.0.0.1"),
    ],
)
def test_the_last_hop_that_is_no_proxy_of_ours(told, client):
    assert followed(("x-forwarded-for", told))[0] == client


def test_headers_that_come_twice_are_one_list():
    assert followed(("x-forwarded-for", "9.9.9.9"), ("x-forwarded-for", "1.2.3.4"))[0] == "1.2.3.4"
    assert followed(("forwarded", "for=9.9.9.9"), ("forwarded", "for=1.2.3.4"))[0] == "1.2.3.4"


@pytest.mark.parametrize(
    ("told", "found"),
    [
        ("for=1.2.3.4", ("1.2.3.4", "http")),
        ("For=1.2.3.4;Proto=HTTPS;by=10.0.0.1", ("1.2.3.4", "https")),
        ('for="[2001:db8::1]:4711"; proto=https', ("2001:db8::1", "https")),
        ('for="1.2.3.4:80"', ("1.2.3.4", "http")),
        ("for=9.9.9.9;proto=http, for=1.2.3.4;proto=https", ("1.2.3.4", "https")),
        ("for=1.2.3.4, for=10.1.1.1;proto=https", ("1.2.3.4", "http")),
        ("for=_hidden, for=10.1.1.1;proto=https", ("10.1.1.1", "https")),
        ("for=unknown", ("127.0.0.1", "http")),
        ('for="1.2.3.4', ("127.0.0.1", "http")),
        ("for 1.2.3.4", ("127.0.0.1", "http")),
        ("for=1.2.3.4;proto=gopher", ("1.2.3.4", "http")),
        ('for="a, for=1.2.3.4"', ("127.0.0.1", "http")),
    ],
)
def test_forwarded_as_the_standard_has_it(told, found):
    assert followed(("forwarded", told)) == found


def test_two_headers_have_to_agree():
    """A proxy that writes one of them may pass on the other as a stranger sent it."""
    x = ("x-forwarded-for", "1.2.3.4")
    assert followed(x, ("forwarded", "for=1.2.3.4;proto=https")) == ("1.2.3.4", "https")
    assert followed(x, ("forwarded", "for=9.9.9.9;proto=https")) == ("127.0.0.1", "http")
    assert followed(x, ("forwarded", "nonsense")) == ("127.0.0.1", "http")
    proto = ("x-forwarded-proto", "http")
    assert followed(x, proto, ("forwarded", "for=1.2.3.4;proto=https")) == ("1.2.3.4", "http")


def test_long_lists_cost_little():
    told = ", ".join(["10.1.1.1"] * 3000)
    assert followed(("x-forwarded-for", told))[0] == "10.1.1.1"
    assert followed(("forwarded", 'for="' + "\\" * 30_000))[0] == "127.0.0.1"


def test_no_address_is_long():
    long = f"fe80::1%{'x' * 20_000}"
    assert followed(("x-forwarded-for", long))[0] == "127.0.0.1"
    assert followed(("x-forwarded-for", "fe80::1%eth0"))[0] == "fe80::1%eth0"
    assert not trusts(PROXIES, long)


def test_who_is_trusted():
    assert trusts(PROXIES, "10.9.9.9")
    assert trusts(PROXIES, "::ffff:10.9.9.9")
    assert trusts(PROXIES, "fd00::1")
    assert not trusts(PROXIES, "11.0.0.1")
    assert not trusts(PROXIES, "nonsense")
    assert not trusts((), "127.0.0.1")


def test_networks_and_addresses():
    assert check_network("127.0.0.1") == "127.0.0.1/32"
    assert check_network("10.0.0.0/8") == "10.0.0.0/8"
    for text in ("localhost", "10.0.0.1/8", "*", ""):
        with refuses(Malformed):
            check_network(text)


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("https://games.example", "https://games.example"),
        ("https://Games.Example/", "https://games.example"),
        ("https://games.example:443", "https://games.example"),
        ("https://games.example:8443", "https://games.example:8443"),
        ("http://[::1]:8080", "http://[::1]:8080"),
    ],
)
def test_a_public_address(text, url):
    assert check_public_url(text) == url


@pytest.mark.parametrize(
    "text",
    ["games.example", "ftp://games.example", "https://", "https://games.example/ledger", "",
     "https://a@games.example", "https://games.example?x", "https://games.example:x",
     "https://games.example#x", "https://[::1"],
)  # fmt: skip
def test_what_is_no_public_address(text):
    with refuses(Malformed):
        check_public_url(text)
