"""JSON Schemas of a document, as validators."""
import copy

from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

URN = "urn:document"


def closed(value):
    """Returns a copy in which objects have no members beyond those that the schema lists, as those of a server.

    Schemas below `allOf` stay open: each describes a part of the members.
    """
    value = copy.deepcopy(value)
    _close(value, under_all_of=False)
    return value


def _close(value, under_all_of):
    if isinstance(value, list):
        for element in value:
            _close(element, under_all_of)
    elif isinstance(value, dict):
        is_object = isinstance(value.get("properties"), dict) and value.get("type") == "object"
        if is_object and not under_all_of and "allOf" not in value:
            value.setdefault("additionalProperties", False)
        for key, member in value.items():
            if key not in ("example", "examples"):
                _close(member, under_all_of or key == "allOf")


class Validators:
    """Validators of the schemas in one document."""

    def __init__(self, document):
        self.document = document
        self.registry = Registry().with_resource(URN, Resource(document, DRAFT202012))

    def problems(self, pointer, value):
        """Returns the differences between a value and the schema at a JSON pointer."""
        validator = Draft202012Validator(
            {"$ref": f"{URN}#{pointer}"}, registry=self.registry, format_checker=Draft202012Validator.FORMAT_CHECKER)
        return [f"{error.json_path}: {error.message[:300]}" for error in validator.iter_errors(value)]


def escape(key):
    """Returns a key as a segment of a JSON pointer (RFC 6901 §3)."""
    return "/" + str(key).replace("~", "~0").replace("/", "~1")
