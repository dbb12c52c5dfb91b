/**
 * What must be settled before the first paint: language and theme. Written into the head of every page.
 * It also starts the page's scripts, which wait in a template: fetched any earlier they would take
 * bandwidth and a connection from what is painted (measured: 350 ms of the first paint on a slow phone).
 */
import { betterLanguage, chooseLanguage } from "../i18n/language-rule.ts"
import { LOCALES } from "../i18n/locales.ts"
import { inlineScript } from "../shared/inline-scripts.ts"

// Written out by toString: uses nothing but its arguments and the browser.
function boot(
  choose: typeof chooseLanguage,
  better: typeof betterLanguage,
  locales: readonly string[],
) {
  const root = document.documentElement
  // Browsers reject the promises of a cross-fade when the page is left, hidden or resized, which is harmless. This
  // listener is first, because a redirect below leaves the page at once.
  addEventListener("unhandledrejection", (event) => {
    const { reason } = event
    if (reason instanceof DOMException && /transition/i.test(reason.message)) event.preventDefault()
  })
  const kept = (key: string) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  if (kept("theme") === "light") {
    root.dataset.theme = "light"
    const frame = document.querySelector<HTMLMetaElement>("meta[name=theme-color]")
    if (frame) frame.content = frame.dataset.light ?? ""
  }
  const isMaybeSignedIn = document.cookie.includes("daina_signed_in=")
  root.dataset.session = isMaybeSignedIn ? "loading" : "signed-out"
  const { pathname, search, hash } = location
  const keepLanguage = (language: string) => {
    try {
      localStorage.setItem("language", language)
    } catch {}
  }
  const saved = kept("language")
  const { save, path } = choose({ pathname, search, saved }, locales)
  if (save) keepLanguage(save)
  if (path) {
    root.hidden = true
    location.replace(path + search + hash)
    return
  }
  // Also when it comes later, by a link to the page that is open.
  const dropAccessToken = () => {
    if (location.hash.startsWith("#access_token"))
      history.replaceState(null, "", location.pathname + location.search)
  }
  dropAccessToken()
  addEventListener("hashchange", dropAccessToken)
  // A list that its address narrows is unseen until its script has done so, if that does not take too long:
  // what is under somebody's thumb must not move away.
  if (/[?&](search|country|open)=/.test(search)) {
    root.dataset.narrowing = ""
    setTimeout(() => delete root.dataset.narrowing, 3000)
  }
  // Who has not chosen is offered what suits them better, see LanguageOffer.astro. The alternates of the
  // page stand above this script.
  if (!saved && !/[?&]lang=/.test(search)) {
    const isIn = (language: string) => !!document.querySelector(`link[hreflang="${language}"]`)
    const offer = better(navigator.languages, root.lang, isIn)
    if (offer) root.dataset.offer = offer
  }

  addEventListener("click", ({ target }) => {
    if (!(target instanceof Element) || !target.closest("[data-offer-close]")) return
    keepLanguage(root.lang)
    delete root.dataset.offer
  })

  // Blocks forms whose script has not loaded: the browser would show the function's JSON answer.
  addEventListener("submit", (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement)) return
    if (!form.matches("[data-form=waiting]")) return
    event.preventDefault()
    form.setAttribute("data-submitted-early", "")
  })

  // `/`, or Ctrl and K, on a Cyrillic keyboard too, opens search; what is typed until it is open is for its
  // field. features/search has both.
  addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey } = event
    const { typed } = root.dataset
    const isCommand = ctrlKey || metaKey
    if (document.querySelector(":modal, :is(input, textarea, select, [contenteditable]):focus"))
      return
    if (typed === undefined) {
      const isAsked = isCommand ? "kл".includes(key) : key === "/"
      if (!isAsked || !document.querySelector("[data-search]")) return
      root.dataset.typed = ""
    } else if (key === "Escape") delete root.dataset.typed
    else if (key === "Backspace") root.dataset.typed = typed.slice(0, -1)
    else if (!isCommand && key.length === 1) root.dataset.typed = typed + key
    else return
    event.preventDefault()
  })

  // Records failures of islands before page.ts has loaded, which shows the message.
  addEventListener("astro:hydration-error", () => {
    root.dataset.island = "failed"
  })

  let isStarted = false
  const startScripts = () => {
    const late = document.querySelector<HTMLTemplateElement>("template[data-late-scripts]")
    if (isStarted || !late) return
    isStarted = true
    const scripts = document.importNode(late.content, true)
    // In their order: page.ts, the last one, marks the page as ready.
    for (const script of scripts.querySelectorAll("script")) script.async = false
    document.body.append(scripts)
  }
  // Whatever waits for load alone may still come before the paint.
  addEventListener("load", () =>
    new PerformanceObserver(() => setTimeout(startScripts, 50)).observe({
      type: "paint",
      buffered: true,
    }),
  )
  // A page in the background is not painted, and pictures may take long.
  setTimeout(startScripts, 3000)
  for (const sign of ["pointerdown", "keydown"]) addEventListener(sign, startScripts)
}

/** The same text on every page: the Content-Security-Policy lists its hash. */
export const BOOT_SCRIPT = inlineScript(
  `(${boot})(${chooseLanguage},${betterLanguage},${JSON.stringify(LOCALES)})`,
)
