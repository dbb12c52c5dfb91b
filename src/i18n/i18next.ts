/**
 * i18next with all texts loaded. astro-i18next sets it up for pages alone; endpoints (the feeds) and
 * tests come without its page script and are set up here, by the same settings.
 */
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
