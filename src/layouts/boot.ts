/** Inline script in the head of pages: applies the theme and language, and later starts the other scripts. */
import { chooseLanguage, findBetterLanguage } from "../i18n/language-rule.ts"
import { LOCALES } from "../i18n/locales.ts"
import { inlineScript } from "../shared/inline-scripts.ts"

// The page contains the source of this function, so the function uses only its arguments and browser globals.
function boot(
  choose: typeof chooseLanguage,
  findBetter: typeof findBetterLanguage,
  locales: readonly string[],
) {
  const root = document.documentElement
  // Ignores rejected promises of view transitions, which browsers reject when a page unloads, as in a redirect.
  addEventListener("unhandledrejection", (event) => {
    const { reason } = event
    if (reason instanceof DOMException && /transition/i.test(reason.message)) event.preventDefault()
  })
  const readStored = (key: string) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  if (readStored("theme") === "light") {
    root.dataset.theme = "light"
    const color = document.querySelector<HTMLMetaElement>("meta[name=theme-color]")
    if (color) color.content = color.dataset.light ?? ""
  }
  const isMaybeSignedIn = document.cookie.includes("daina_signed_in=")
  root.dataset.session = isMaybeSignedIn ? "loading" : "signed-out"
  const { pathname, search, hash } = location
  const store = (key: string, value: string) => {
    try {
      localStorage.setItem(key, value)
    } catch {}
  }
  const saved = readStored("language")
  const { save, path } = choose({ pathname, search, saved }, locales)
  if (save) store("language", save)
  if (path) {
    root.hidden = true
    location.replace(path + search + hash)
    return
  }
  // Removes an access token from the URL, also when a link adds one to the URL of an open page.
  const dropAccessToken = () => {
    if (location.hash.startsWith("#access_token"))
      history.replaceState(null, "", location.pathname + location.search)
  }
  dropAccessToken()
  addEventListener("hashchange", dropAccessToken)
  // Hides lists for at most three seconds, until their script has filtered them.
  if (
    /[?&](search|country|open)=/.test(search) ||
    (isMaybeSignedIn && (readStored("daina:list-country") || readStored("daina:list-artists")))
  ) {
    root.dataset.narrowing = ""
    setTimeout(() => delete root.dataset.narrowing, 3000)
  }
  // Offers the visitor's preferred language, if an alternate link above this script shows that the page exists in it.
  if (!saved && !/[?&]lang=/.test(search)) {
    const hasPage = (language: string) => !!document.querySelector(`link[hreflang="${language}"]`)
    const offer = findBetter(navigator.languages, root.lang, hasPage)
    if (offer) root.dataset.offer = offer
  }
  if (!readStored("hasSeenDevNotice")) root.dataset.beta = ""

  addEventListener("click", ({ target }) => {
    const notice = (target as Element).closest<HTMLElement>("[data-close]")?.dataset.close
    if (!notice) return
    if (notice === "offer") store("language", root.lang)
    else store("hasSeenDevNotice", "true")
    delete root.dataset[notice]
  })

  // Does not submit a form whose script has not loaded, because the browser would show the API's JSON response.
  addEventListener("submit", (event) => {
    const form = event.target
    if (!(form instanceof Element && form.matches("[data-form=waiting]"))) return
    event.preventDefault()
    form.setAttribute("data-submitted-early", "")
  })

  // page.ts shows a message about the failed island.
  addEventListener("astro:hydration-error", () => {
    root.dataset.island = "failed"
  })

  let isStarted = false
  const startScripts = () => {
    const template = document.querySelector<HTMLTemplateElement>("template[data-deferred-scripts]")
    if (isStarted || !template) return
    isStarted = true
    const scripts = document.importNode(template.content, true)
    // The scripts run in order. The last script, page.ts, marks the page as ready.
    for (const script of scripts.querySelectorAll("script")) script.async = false
    document.body.append(scripts)
  }
  // Waits for the load event and the first paint, because the load event may be earlier.
  addEventListener("load", () =>
    new PerformanceObserver(() => setTimeout(startScripts, 50)).observe({
      type: "paint",
      buffered: true,
    }),
  )
  // Pages in background tabs are not painted, so their scripts start after three seconds.
  setTimeout(startScripts, 3000)
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, startScripts)
}

/** The script as text. It is the same on all pages, because the Content-Security-Policy lists its hash. */
export const BOOT_SCRIPT = inlineScript(
  `(${boot})(${chooseLanguage},${findBetterLanguage},${JSON.stringify(LOCALES)})`,
)
