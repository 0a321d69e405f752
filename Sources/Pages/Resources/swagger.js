// Starts Swagger UI. Nothing is sent to a validator, and the access token survives a reload.
SwaggerUIBundle({
  url: new URL("../openapi.json", location.href).href,
  dom_id: "#content",
  deepLinking: true,
  filter: true,
  persistAuthorization: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  validatorUrl: null,
});
