/**
 * What must be settled before the first paint: language and theme. Written into the head of every page.
 * It also starts the page's scripts, which wait in a template: fetched any earlier they would take
 * bandwidth and a connection from what is painted (measured: 350 ms of the first paint on a slow phone).
 */
import { chooseLanguage } from "../i18n/language-rule.ts"
import { LOCALES } from "../i18n/locales.ts"

// Written out by toString: uses nothing but its arguments and the browser.
function boot(choose: typeof chooseLanguage, locales: readonly string[]) {
  const root = document.documentElement
  const kept = (key: string) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  if (kept("theme") === "light") {
    root.dataset.theme = "light"
    document.querySelector("meta[name=theme-color]")?.setAttribute("content", "#f9f7f3")
  }
  const isMaybeSignedIn = document.cookie.includes("daina_signed_in=")
  root.dataset.session = isMaybeSignedIn ? "loading" : "signed-out"
  const { pathname, search, hash } = location
  const { save, path } = choose({ pathname, search, saved: kept("language") }, locales)
  if (save) {
    try {
      localStorage.setItem("language", save)
    } catch {}
  }
  if (path) {
    root.hidden = true
    location.replace(path + search + hash)
    return
  }
  if (hash.startsWith("#access_token")) history.replaceState(null, "", pathname + search)

  // A navigation that overtakes a cross-fade ends it; that is no error.
  const quiet = ({ viewTransition }: PageSwapEvent | PageRevealEvent) => {
    viewTransition?.ready.catch(() => {})
    viewTransition?.updateCallbackDone.catch(() => {})
    viewTransition?.finished.catch(() => {})
  }
  addEventListener("pageswap", quiet)
  addEventListener("pagereveal", quiet)

  // A button pressed before its script is here is pressed again by it, see page.ts and ui/press.ts.
  addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button[type=button]") : null
    const isLate = button?.matches("[data-script=waiting]")
    if (root.dataset.scripts !== "here" || isLate) button?.setAttribute("data-pressed-early", "")
  })

  // Neither is a form sent by the browser itself: it would show the function's answer.
  addEventListener("submit", (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement)) return
    if (!form.matches("[data-form=waiting], [data-letters=waiting]")) return
    event.preventDefault()
    form.setAttribute("data-submitted-early", "")
  })

  let isStarted = false
  const startScripts = () => {
    const late = document.querySelector<HTMLTemplateElement>("template[data-late-scripts]")
    if (!isStarted && late) document.body.append(late.content.cloneNode(true))
    isStarted ||= !!late
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

/** The same text on every page: the Content-Security-Policy knows it by its hash. */
export const BOOT_SCRIPT = `(${boot})(${chooseLanguage},${JSON.stringify(LOCALES)})`
