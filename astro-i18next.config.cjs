// CommonJS, since astro-i18next's loader of other kinds is too old for this Node.
const { locales, namespaces, options } = require("./src/i18n/i18next.json")

/** @type {import("astro-i18next").AstroI18nextConfig} */
module.exports = {
  defaultLocale: "en",
  locales,
  namespaces,
  defaultNamespace: "common",
  i18nextServer: options,
}
