/** Loads the texts of all languages. astro-i18next loads them only for pages, not for endpoints and tests. */
import i18next from "i18next"
import Backend from "i18next-fs-backend"
import settings from "./i18next.json" with { type: "json" }

if (!i18next.isInitialized) {
  await i18next.use(Backend).init({
    ...settings.options,
    supportedLngs: settings.locales,
    ns: settings.namespaces,
    defaultNS: "common",
    backend: { loadPath: "public/locales/{{lng}}/{{ns}}.json" },
  })
}

export default i18next
