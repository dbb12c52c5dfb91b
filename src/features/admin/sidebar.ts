/** The admin area's sidebar: open or folded to its icons, remembered for a week; a sheet on phones. */

import { isShortcut } from "../../ui/shortcut.ts"

export type SidebarState = "open" | "folded"

export const SHORTCUT = "Mod+B"

const COOKIE = "daina_sidebar"
const WEEK_MS = 7 * 24 * 60 * 60 * 1000
/** Below this the sidebar is a sheet. */
const WIDE = "(width >= 768px)"

/** Open, unless the cookies say otherwise. */
export const sidebarStateIn = (cookies: string): SidebarState =>
  new RegExp(`(?:^|;\\s*)${COOKIE}=folded(?:;|$)`).test(cookies) ? "folded" : "open"

/** The cookie that remembers a state for seven days from `now`, in milliseconds. */
export const sidebarCookie = (state: SidebarState, now: number): CookieInit => ({
  name: COOKIE,
  value: state,
  expires: now + WEEK_MS,
  path: "/",
  sameSite: "lax",
})

/** Without that API (an old browser, or plain http) the state lasts for the page. */
const remember = (state: SidebarState) =>
  "cookieStore" in globalThis && void cookieStore.set(sidebarCookie(state, Date.now()))

export function startSidebar(): void {
  const root = document.documentElement
  const sheet = document.querySelector<HTMLDialogElement>("[data-sidebar-sheet]")
  const toggles = document.querySelectorAll("[data-sidebar-toggle]")

  function fold(state: SidebarState): void {
    root.dataset.sidebar = state
    for (const toggle of toggles) toggle.setAttribute("aria-expanded", String(state === "open"))
  }

  function toggle(): void {
    if (!matchMedia(WIDE).matches) {
      if (sheet?.open) sheet.close()
      else sheet?.showModal()
      return
    }
    const state = root.dataset.sidebar === "folded" ? "open" : "folded"
    remember(state)
    fold(state)
  }

  fold(sidebarStateIn(document.cookie))
  for (const button of toggles) button.addEventListener("click", toggle)
  matchMedia(WIDE).addEventListener("change", () => sheet?.close())
  sheet?.addEventListener("click", ({ target }) => target === sheet && sheet.close())
  addEventListener("keydown", (event) => {
    const isBehindDialog = document.querySelector("dialog[open]:not([data-sidebar-sheet])") !== null
    if (!isShortcut(event, SHORTCUT) || event.defaultPrevented || isBehindDialog) return
    event.preventDefault()
    toggle()
  })
}
