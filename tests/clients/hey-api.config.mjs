export default { input: "./openapi.json", output: { path: "./hey_api", module: { extension: ".js" } } };
