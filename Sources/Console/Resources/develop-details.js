// The content of one item of the traffic, and the request as a curl command.
import { button, h } from "./dom.js";
import { bytes } from "./format.js";
import { jsonView } from "./json.js";
import { copyButton } from "./widgets.js";

// curl sets these itself, or they belong to one connection.
const LEFT_OUT = new Set([
  "host",
  "content-length",
  "connection",
  "accept-encoding",
  "upgrade",
  "sec-websocket-key",
  "sec-websocket-version",
  "sec-websocket-extensions",
]);

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** The request as a command for a POSIX shell. A masked token becomes the variable TOKEN. */
export function curlOf({ method, url, request }) {
  const headers = (request?.headers ?? []).filter(
    ({ name }) => !LEFT_OUT.has(name.toLowerCase()) && !/^sec-(fetch|ch)-/i.test(name),
  );
  const parts = [
    "curl",
    method === "GET" ? "" : `-X ${method}`,
    quoted(url.replaceAll("[redacted]", "REDACTED")),
  ].filter(Boolean);
  for (const { name, value } of headers) {
    parts.push(
      value.includes("[redacted]")
        ? `-H "${name}: ${value.replaceAll(/["$`\\]/g, "\\$&").replaceAll("[redacted]", "$TOKEN")}"`
        : `-H ${quoted(`${name}: ${value}`)}`,
    );
  }
  if (request?.body) parts.push(`--data-raw ${quoted(request.body)}`);
  return parts.join(" \\\n  ");
}

/** Content as JSON if it is JSON, otherwise as text. */
function content(body, isTruncated) {
  if (!body) return null;
  let view;
  try {
    const value = JSON.parse(body);
    view = typeof value === "object" ? jsonView(value) : null;
  } catch {
    /* Shown as text. */
  }
  return [
    view ?? h("pre", { tabindex: "0" }, body),
    isTruncated && h("p", { class: "muted" }, "Only the beginning was recorded."),
  ];
}

function message(title, part) {
  if (!part) return h("section", {}, h("h3", {}, title), h("p", { class: "muted" }, "None was sent."));
  const headers = part.headers ?? [];
  return h(
    "section",
    {},
    h("h3", {}, `${title}, ${bytes(part.bytes ?? 0)}`),
    headers.length > 0 &&
      h(
        "details",
        {},
        h("summary", {}, `Header fields (${headers.length})`),
        h(
          "dl",
          { class: "headers" },
          headers.map(({ name, value }) => [h("dt", {}, name), h("dd", {}, value)]),
        ),
      ),
    content(part.body, part.is_truncated) ?? h("p", { class: "muted" }, "No content."),
  );
}

/** Everything about an item. `only(connection)` filters the list by a connection. */
export function trafficDetails(item, only) {
  const facts = [
    `item ${item.id}`,
    `connection ${item.connection}`,
    item.client,
    item.request_id && `request ${item.request_id}`,
    item.fault_id && `fault ${item.fault_id}`,
    item.opcode && `${item.opcode} frame`,
  ]
    .filter(Boolean)
    .join(" · ");
  return h(
    "div",
    { class: "stack" },
    h(
      "div",
      { class: "spread" },
      h("p", { class: "muted" }, facts),
      h(
        "div",
        { class: "actions" },
        button(`Only connection ${item.connection}`, () => only(item.connection), { class: "button small" }),
        item.kind === "http" &&
          copyButton(item.request?.is_truncated ? "Copy as curl, content cut" : "Copy as curl", () => curlOf(item), {
            class: "button small",
          }),
        item.kind === "frame" && item.body && copyButton("Copy the message", item.body, { class: "button small" }),
      ),
    ),
    item.kind === "http" &&
      h("div", { class: "messages" }, message("Request", item.request), message("Response", item.response)),
    item.kind === "frame" && (content(item.body, item.is_truncated) ?? h("p", { class: "muted" }, "No text.")),
    item.kind === "fault" && h("p", {}, `${item.fault}: ${item.summary}`),
  );
}
