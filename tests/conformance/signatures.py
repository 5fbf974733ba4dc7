"""The pure functions for generated templates: what kinds of arguments they plausibly take.

One line a function: `name: kinds > kind of the result`. A kind followed by `*` may come any number
of times. What is random, reads the clock or returns things in no order is left out or wrapped
by the grammar (`keys`, `values`); what only burns time (certificates, scrypt) is left out.
"""

from __future__ import annotations

_TABLE = """
abbrev: int str > str
abbrevboth: int int str > str
add: num* > int
add1: num > int
add1f: num > float
addf: num* > float
adler32sum: str > str
all: any* > bool
and: any any* > any
any: any* > bool
append: list any > list
atoi: digits > int
b32dec: str > str
b32enc: str > str
b64dec: base64 > str
b64enc: str > str
base: path > str
biggest: num num* > int
camelcase: str > str
cat: any* > str
ceil: num > float
chunk: int list > list
clean: path > str
coalesce: any* > any
compact: list > list
concat: list* > list
contains: str str > bool
date_in_zone: layout time str > str
dateInZone: layout time str > str
dateModify: duration date > date
deepCopy: any > any
deepEqual: any any > bool
default: any any > any
dict: str any > map
dict: str any str any > map
dig: str str any map > any
dir: path > str
div: num num > int
divf: num num* > float
duration: digits > str
durationRound: duration > str
empty: any > bool
eq: any any > bool
eq: num num > bool
eq: str str str > bool
ext: path > str
first: list > any
float64: num > float
float64: digits > float
floor: num > float
fromJson: json > map
fromJsonArray: json > list
fromToml: toml > map
fromYaml: yaml > map
fromYamlArray: yaml > list
ge: num num > bool
get: map str > any
gt: int int > bool
has: any list > bool
hasKey: map str > bool
hasPrefix: str str > bool
hasSuffix: str str > bool
hello: > str
html: any* > str
htmlDateInZone: time str > str
include: name any > str
indent: small str > str
index: list small > any
index: map str > any
index: any any > any
initial: list > list
initials: str > str
int: num > int
int: digits > int
int64: num > int
int64: digits > int
isAbs: path > bool
join: str list > str
js: any* > str
kebabcase: str > str
kindIs: str any > bool
kindOf: any > str
last: list > any
le: num num > bool
len: any > int
len: list > int
list: any* > list
lower: str > str
lt: str str > bool
max: num num* > int
maxf: num num* > float
merge: map map* > map
mergeOverwrite: map map* > map
min: num num* > int
minf: num num* > float
mod: num num > int
mul: num num* > int
mulf: num num* > float
mustAppend: list any > list
mustChunk: int list > list
mustCompact: list > list
mustDateModify: duration date > date
mustDeepCopy: any > any
mustFirst: list > any
mustFromJson: json > any
mustHas: any list > bool
mustInitial: list > list
mustLast: list > any
mustMerge: map map* > map
mustMergeOverwrite: map map* > map
mustPrepend: list any > list
mustPush: list any > list
mustRegexFind: regex str > str
mustRegexFindAll: regex str int > list
mustRegexMatch: regex str > bool
mustRegexReplaceAll: regex str str > str
mustRegexReplaceAllLiteral: regex str str > str
mustRegexSplit: regex str int > list
mustRest: list > list
mustReverse: list > list
mustSlice: list small > list
mustToDate: layout str > date
mustToJson: any > str
mustToPrettyJson: any > str
mustToRawJson: any > str
mustToToml: map > str
mustToYaml: any > str
mustUniq: list > list
mustWithout: list any* > list
ne: any any > bool
nindent: small str > str
nospace: str > str
not: any > bool
omit: map str* > map
or: any any* > any
osBase: path > str
osClean: path > str
osDir: path > str
osExt: path > str
osIsAbs: path > bool
pick: map str* > map
pluck: str map* > list
plural: str str int > str
prepend: list any > list
print: any* > str
printf: format any* > str
println: any* > str
push: list any > list
quote: any* > str
regexFind: regex str > str
regexFindAll: regex str int > list
regexMatch: regex str > bool
regexQuoteMeta: str > str
regexReplaceAll: regex str replacement > str
regexReplaceAllLiteral: regex str str > str
regexSplit: regex str int > list
repeat: small str > str
replace: str str str > str
required: str any > any
rest: list > list
reverse: list > list
round: num small > float
round: num small float > float
semver: version > semver
semverCompare: constraint version > bool
seq: small > str
seq: small small > str
seq: small small small > str
set: map str any > map
sha1sum: str > str
sha256sum: str > str
sha512sum: str > str
slice: list small > list
slice: list small small > list
snakecase: str > str
sortAlpha: list > list
split: str str > map
splitList: str str > list
splitn: str int str > map
squote: any* > str
sub: num num > int
subf: num num* > float
substr: int int str > str
swapcase: str > str
ternary: any any bool > any
title: str > str
toDate: layout str > date
toDecimal: digits > int
toJson: any > str
toPrettyJson: any > str
toRawJson: any > str
toString: any > str
toStrings: list > list
toToml: map > str
toYaml: any > str
toYamlPretty: any > str
tpl: template any > str
trim: str > str
trimAll: str str > str
trimPrefix: str str > str
trimSuffix: str str > str
trunc: int str > str
tuple: any* > list
typeIs: str any > bool
typeIsLike: str any > bool
typeOf: any > str
uniq: list > list
unixEpoch: date > str
unset: map str > map
until: small > list
untilStep: small small small > list
untitle: str > str
upper: str > str
urlJoin: map > str
urlParse: url > map
urlquery: any* > str
without: list any* > list
wrap: small str > str
wrapWith: small str str > str
"""


def _parse(line: str) -> tuple[str, list[str], str]:
    name, _, rest = line.partition(":")
    arguments, _, result = rest.partition(">")
    return name, arguments.split(), result.strip()


FUNCTIONS = [_parse(line) for line in _TABLE.strip().splitlines()]
BY_RESULT: dict[str, list[tuple[str, list[str]]]] = {}
for _name, _arguments, _result in FUNCTIONS:
    BY_RESULT.setdefault(_result, []).append((_name, _arguments))
    BY_RESULT.setdefault("any", []).append((_name, _arguments))
