// Renders an OpenAPI 3.1 or AsyncAPI 3.0 document. Everything is text: no part of a document becomes markup.

const content = document.getElementById("content");

/** Makes an element. Attributes that are undefined are omitted. */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(key, value);
  made.append(...children.filter((child) => child !== undefined && child !== ""));
  return made;
}

/** Text with `code` in backticks. */
function prose(text = "") {
  const line = element("span");
  text.split("`").forEach((part, index) => line.append(index % 2 ? element("code", {}, part) : part));
  return line;
}

/** The member that a reference names (`#/components/schemas/Food`). */
function resolve(root, value) {
  if (!value?.$ref) return value ?? {};
  return value.$ref.split("/").slice(1).reduce((node, key) => node?.[key], root) ?? {};
}

/** The type of a schema in a few words. */
function typeName(root, schema = {}) {
  if (schema.$ref) return schema.$ref.split("/").at(-1);
  const parts = schema.anyOf ?? schema.allOf;
  if (parts) return parts.map((part) => typeName(root, part)).join(schema.anyOf ? " or " : " and ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(", ");
  const type = [schema.type].flat().filter(Boolean).join(" or ") || "any";
  if (schema.items) return `${type} of ${typeName(root, schema.items)}`;
  return schema.format ? `${type} (${schema.format})` : type;
}

/** The bounds of a schema in a few words. */
function bounds({ minimum, maximum, minLength, maxLength, minItems, maxItems }) {
  const range = (from, to, unit) => (from === undefined && to === undefined ? "" : `${from ?? 0} to ${to ?? "any"}${unit}`);
  return [range(minimum, maximum, ""), range(minLength, maxLength, " characters"), range(minItems, maxItems, " elements")]
    .filter(Boolean).join(", ");
}

function table(headings, rows) {
  const cells = (kind, values) => element("tr", {}, ...values.map((value) => element(kind, {}, value)));
  return element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": headings[0] },
    element("table", {}, element("thead", {}, cells("th", headings)), element("tbody", {}, ...rows.map((row) => cells("td", row)))));
}

/** The members of an object, and of the objects below it. */
function members(root, schema, prefix = "", depth = 0) {
  const { properties = {}, required = [] } = resolve(root, schema);
  return Object.entries(properties).flatMap(([name, property]) => {
    const nested = resolve(root, property.items ?? property);
    const row = [
      element("code", {}, prefix + name + (required.includes(name) ? "" : "?")),
      `${typeName(root, property)}${bounds(property) && `, ${bounds(property)}`}`, prose(property.description),
    ];
    const below = depth < 3 && nested.properties ? members(root, nested, `${prefix}${name}${property.items ? "[]" : ""}.`, depth + 1) : [];
    return [row, ...below];
  });
}

function schemaTable(root, schema) {
  const rows = members(root, schema);
  return rows.length ? table(["member", "type", "meaning"], rows) : element("p", { class: "muted" }, typeName(root, schema));
}

function example(value) {
  return value === undefined ? "" : element("pre", { tabindex: "0" }, JSON.stringify(value, null, 2));
}

function section(id, heading, text, ...children) {
  const body = element("div", {}, ...children);
  return element("details", { id, "data-text": text.toLowerCase() }, element("summary", {}, ...heading), body);
}

function operation(root, path, method, described) {
  const parts = [element("p", {}, prose(described.description ?? described.summary))];
  if (described.security?.some((scheme) => "bearer" in scheme)) parts.push(element("p", { class: "muted" }, "Needs an access token."));
  if (described.parameters?.length) {
    parts.push(element("h3", {}, "Parameters"), table(["name", "in", "type", "meaning"], described.parameters.map((parameter) => [
      element("code", {}, parameter.name + (parameter.required ? "" : "?")), parameter.in,
      `${typeName(root, parameter.schema)}${bounds(parameter.schema) && `, ${bounds(parameter.schema)}`}`, prose(parameter.description),
    ])));
  }
  for (const [type, body] of Object.entries(described.requestBody?.content ?? {})) {
    parts.push(element("h3", {}, `Body (${type})`), schemaTable(root, body.schema), example(body.example));
  }
  for (const [status, declared] of Object.entries(described.responses)) {
    const response = resolve(root, declared);
    const [, body] = Object.entries(response.content ?? {})[0] ?? [];
    const lines = response.description.split("\n\n").map((line) => element("p", {}, prose(line)));
    parts.push(element("h3", {}, `Response ${status}`), ...lines);
    if (body?.schema && status < 400) parts.push(schemaTable(root, body.schema), example(body.example));
  }
  const heading = [element("span", { class: `method ${method}` }, method.toUpperCase()), element("code", {}, path), " ", prose(described.summary)];
  return section(described.operationId, heading, `${method} ${path} ${described.summary}`, ...parts);
}

function openapi(root) {
  const groups = new Map(root.tags.map(({ name }) => [name, []]));
  for (const [path, methods] of Object.entries(root.paths)) {
    for (const [method, described] of Object.entries(methods)) groups.get(described.tags[0]).push(operation(root, path, method, described));
  }
  return [...groups].flatMap(([name, operations]) => [element("h2", {}, name), ...operations]);
}

function message(root, channel, key) {
  const described = channel.messages[key];
  const [direction] = key.split(".");
  const heading = [element("span", { class: `method ${direction === "server" ? "get" : "post"}` }, direction), element("code", {}, described.name), " ", prose(described.summary)];
  return section(`${channel.address} ${key}`, heading, `${channel.address} ${key} ${described.summary}`,
    schemaTable(root, described.payload), example(described.examples?.[0]?.payload));
}

function asyncapi(root) {
  return Object.values(root.channels).flatMap((channel) => [
    element("h2", { id: channel.address }, channel.address), element("p", {}, prose(channel.summary)),
    element("h3", {}, "Query"), schemaTable(root, channel.bindings.ws.query),
    element("h3", {}, "Messages"), ...Object.keys(channel.messages).sort().map((key) => message(root, channel, key)),
    element("h3", {}, "Error codes"),
    table(["code", "condition"], channel["x-error-codes"].map(({ code, summary }) => [element("code", {}, code), prose(summary)])),
    element("h3", {}, "Close codes"),
    table(["code", "condition"], channel["x-close-codes"].map(({ code, summary }) => [String(code), prose(summary)])),
    element("h3", {}, "Refused handshakes"),
    table(["status", "code", "condition"], channel["x-handshake-errors"].map(({ status, code, summary }) => [String(status), element("code", {}, code), prose(summary)])),
  ]);
}

/** Opens and shows the part that the address names. */
function followAddress() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target?.localName === "details") target.open = true;
  target?.scrollIntoView();
}

const filter = element("input", { class: "filter", type: "search", "aria-label": "Filter", placeholder: "Filter" });
filter.addEventListener("input", () => {
  for (const part of content.querySelectorAll("details")) part.hidden = !part.dataset.text.includes(filter.value.toLowerCase());
});

try {
  const response = await fetch(content.dataset.document);
  if (!response.ok) throw new Error(`status ${response.status}`);
  const root = await response.json();
  content.append(element("p", {}, prose(root.info.description)), filter, ...(root.openapi ? openapi(root) : asyncapi(root)));
  content.addEventListener("toggle", ({ target }) => {
    if (target.open && target.id) history.replaceState(null, "", `${location.pathname}#${encodeURIComponent(target.id)}`);
  }, true);
  addEventListener("hashchange", followAddress);
  followAddress();
} catch (error) {
  content.append(element("p", { role: "alert" }, `The document cannot be shown: ${error.message}`));
}
