"""HMAC-SHA256 as RFC 2104 has it, whoever makes it."""

from __future__ import annotations

import hmac

from hypothesis import given
from hypothesis import strategies as st

from croupier.keyed import HmacKey


@given(st.binary(max_size=200), st.lists(st.binary(max_size=300), min_size=1, max_size=4))
def test_it_is_the_standard_librarys_hmac_for_any_key_and_message_again_and_again(key, messages):
    keyed = HmacKey(key)
    for message in messages:
        assert keyed.digest(message) == hmac.digest(key, message, "sha256")
