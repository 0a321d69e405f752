// Starts Swagger UI. Nothing is sent to a validator, and the access token survives a reload.

/** A link inside of the button that opens an operation is not accessible; the address changes without it too. */
const plainLinks = (system) => ({
  components: { DeepLink: ({ text }) => system.React.createElement("span", {}, text) },
});

/** Names for controls that Swagger UI leaves without one. */
const NAMES = {
  "#servers": "Server", ".close-modal": "Close", ".operation-filter-input": "Filter by group", ".body-param__text": "Content of the request",
  ".content-type": "Media type", ".response-control-media-type select": "Media type of the response",
  ".examples-select-element": "Example", ".parameters-col_description input": "Value", ".parameters-col_description select": "Value",
};

function nameControls(root) {
  for (const [selector, name] of Object.entries(NAMES)) {
    for (const control of root.querySelectorAll(`${selector}:not([aria-label])`)) {
      const parameter = control.closest("tr[data-param-name]")?.dataset.paramName;
      control.setAttribute("aria-label", parameter ?? name);
    }
  }
  for (const area of root.querySelectorAll("pre:not([tabindex]), .table-container:not([tabindex])")) area.tabIndex = 0;
}

const content = document.getElementById("content");
let isPending = false;
new MutationObserver(() => {
  if (isPending) return;
  isPending = true;
  requestAnimationFrame(() => {
    isPending = false;
    nameControls(content);
  });
}).observe(content, { childList: true, subtree: true });
SwaggerUIBundle({
  url: new URL("../openapi.json", location.href).href,
  dom_id: "#content",
  deepLinking: true,
  filter: true,
  persistAuthorization: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  validatorUrl: null,
  plugins: [plainLinks],
});
