// Draws the OpenAPI into the documentation page. A file of its own: the page allows no inline script.
"use strict";

const place = document.getElementById("swagger-ui");

SwaggerUIBundle({
  url: place.dataset.schema,
  domNode: place,
  presets: [SwaggerUIBundle.presets.apis],
  deepLinking: false,
  supportedSubmitMethods: ["get", "head"],
  validatorUrl: null,
});
