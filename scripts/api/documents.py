"""Validates `/openapi.json` and `/asyncapi.json` themselves, and every example in them."""
import copy

from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

from schemas import Validators, closed, escape


def check(server, fast):
    openapi = server.request("GET", "/openapi.json")
    asyncapi = server.request("GET", "/asyncapi.json")
    problems = [
        f"openapi.json {'/'.join(map(str, error.absolute_path))}: {error.message[:300]}"
        for error in OpenAPIV31SpecValidator(copy.deepcopy(openapi)).iter_errors()
    ]
    for name, document in (("openapi.json", openapi), ("asyncapi.json", asyncapi)):
        problems += [f"{name} {line}" for line in unresolved(document)]
    if problems:
        return problems
    return [f"openapi.json {line}" for line in openapi_examples(openapi)] + [
        f"asyncapi.json {line}" for line in asyncapi_messages(asyncapi)
    ]


def unresolved(document):
    """Yields the references that lead nowhere."""
    for reference in references(document):
        node = document
        for key in reference.removeprefix("#/").split("/"):
            key = key.replace("~1", "/").replace("~0", "~")
            node = node.get(key) if isinstance(node, dict) else None
        if node is None:
            yield f"{reference} does not exist"


def references(value):
    if isinstance(value, list):
        for element in value:
            yield from references(element)
    elif isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for member in value.values():
            yield from references(member)


def contents(document):
    """Yields (name, pointer, media type, content, whether the server sends it) of all bodies."""
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            place = f"/paths{escape(path)}{escape(method)}"
            name = f"{method.upper()} {path}"
            for kind, content in operation.get("requestBody", {}).get("content", {}).items():
                yield name, f"{place}/requestBody/content{escape(kind)}", kind, content, False
            for status, response in operation["responses"].items():
                for kind, content in response.get("content", {}).items():
                    pointer = f"{place}/responses{escape(status)}/content{escape(kind)}"
                    yield f"{name} {status}", pointer, kind, content, True
    for name, response in document["components"].get("responses", {}).items():
        for kind, content in response["content"].items():
            yield name, f"/components/responses{escape(name)}/content{escape(kind)}", kind, content, True


def openapi_examples(document):
    """Yields examples that do not match their schemas, and JSON bodies without an example."""
    accepts, sends = Validators(document), Validators(closed(document))
    for name, pointer, kind, content, is_sent in contents(document):
        if kind != "application/json":
            continue
        examples = [content["example"]] if "example" in content else []
        examples += [example["value"] for example in content.get("examples", {}).values()]
        if not examples:
            yield f"{name} has no example"
        for example in examples:
            for problem in (sends if is_sent else accepts).problems(f"{pointer}/schema", example):
                yield f"{name} example {problem}"


def asyncapi_messages(document):
    """Yields messages whose schema is no JSON Schema, or whose example does not match it."""
    accepts, sends = Validators(document), Validators(closed(document))
    for name, channel in document["channels"].items():
        for operation in document["operations"].values():
            for message in operation["messages"]:
                if message["$ref"].split("/")[2] not in document["channels"]:
                    yield f"{message['$ref']} is not in the channels"
        for key, message in channel["messages"].items():
            place = f"/channels{escape(name)}/messages{escape(key)}/payload"
            for error in Draft202012Validator(Draft202012Validator.META_SCHEMA).iter_errors(message["payload"]):
                yield f"{channel['address']} {key}: {error.message[:300]}"
            if message["payload"] and not message.get("examples"):
                yield f"{channel['address']} {key} has no example"
            for example in message.get("examples", []):
                for problem in (sends if key.startswith("server.") else accepts).problems(place, example["payload"]):
                    yield f"{channel['address']} {key} example {problem}"
