"""Hooks of the schema-driven fuzz: valid requests use existing ids, and responses are counted by status."""

import atexit
import json
import os
from collections import Counter
from urllib.parse import quote
from zlib import crc32

import schemathesis
from schemathesis.generation import GenerationMode

# Values that exist in the store, by parameter name; those of a path parameter by path.
KNOWN = json.loads(os.environ["FUZZ_KNOWN"])
# The HTTP parser accepts 16 KiB of request line and headers; longer requests are 431 before they reach the API.
MAX_QUERY = 8_000

tally = Counter()


def known(values, made_up):
    """Replaces three of four generated values by an existing one, deterministically."""
    chance = crc32(str(made_up).encode("utf-8", "surrogatepass"))
    return values[chance // 4 % len(values)] if chance % 4 else made_up


@schemathesis.hook
def filter_case(context, case):
    return sum(len(quote(str(value), errors="replace")) for value in (case.query or {}).values()) <= MAX_QUERY


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.meta is None or case.meta.generation.mode is not GenerationMode.POSITIVE:
        return
    for name, value in list((case.query or {}).items()):
        if name in KNOWN:
            case.query[name] = known(KNOWN[name], value)
        elif name == "cursor" and crc32(str(value).encode("utf-8", "surrogatepass")) % 4:
            # A generated cursor is never valid; without it the request succeeds.
            del case.query[name]
    for name, value in list((case.path_parameters or {}).items()):
        case.path_parameters[name] = known(KNOWN[case.path], value)


@schemathesis.hook
def after_call(context, case, response):
    tally[response.status_code] += 1


@atexit.register
def write_tally():
    with open(os.environ["FUZZ_TALLY"], "w") as file:
        json.dump(tally, file)
