"""Generates a typed client of the sockets from an AsyncAPI document.

The models of the messages come from datamodel-code-generator; this file adds the table of channels to them.
"""
import copy
import importlib.util
import json
import pathlib
import re
import sys

from datamodel_code_generator import DataModelType, Formatter, InputFileType, PythonVersion, generate


def camel(text):
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[^A-Za-z0-9]+", text))


def json_schema(document):
    """Returns one JSON Schema with a definition for each message and component, and the table of channels."""
    definitions = dict(document["components"]["schemas"])
    channels = {}
    for name, channel in document["channels"].items():
        query = channel["bindings"]["ws"]["query"]
        table = {
            "address": channel["address"], "parameters": sorted(channel.get("parameters", {})),
            "query": sorted(query["properties"]), "required": query.get("required", []), "server": {}, "client": {},
        }
        for key, message in channel["messages"].items():
            direction = key.split(".")[0]
            if not message["payload"]:
                continue
            model = camel(f"{name} {key}")
            definitions[model] = message["payload"]
            for kind in message["payload"]["properties"]["type"]["enum"]:
                table[direction][kind] = model
        channels[name] = table
    schema = copy.deepcopy({"$defs": definitions, "title": "Root", "type": "object"})
    # Names of which one is required are no types.
    for definition in schema["$defs"].values():
        definition.pop("allOf", None)
    text = json.dumps(schema).replace('"#/components/schemas/', '"#/$defs/')
    return text, channels


def client(document, folder):
    """Writes the client into `folder` and returns the imported module."""
    text, channels = json_schema(document)
    path = pathlib.Path(folder) / "generated_client.py"
    generate(
        text, input_file_type=InputFileType.JsonSchema, output=path,
        output_model_type=DataModelType.PydanticV2BaseModel, target_python_version=PythonVersion.PY_310,
        use_standard_collections=True, use_union_operator=True, disable_timestamp=True, formatters=[Formatter.BUILTIN],
        # Items of mobile sync have members of the client's choice. Members of the server are compared by JSON Schema.
        extra_fields="allow",
    )
    with open(path, "a") as file:
        file.write(f"\n\nCHANNELS = {channels!r}\n")
    specification = importlib.util.spec_from_file_location("generated_client", path)
    module = importlib.util.module_from_spec(specification)
    sys.modules["generated_client"] = module
    specification.loader.exec_module(module)
    return module
