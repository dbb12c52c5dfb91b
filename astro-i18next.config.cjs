// This file is CommonJS, because astro-i18next loads other formats with a loader that is too old for this Node.
const { locales, namespaces, options } = require("./src/i18n/i18next.json")

/** @type {import("astro-i18next").AstroI18nextConfig} */
module.exports = {
  defaultLocale: "en",
  locales,
  namespaces,
  defaultNamespace: "common",
  i18nextServer: options,
}
