import { isShortcut } from "../../ui/shortcut.ts"

export type SidebarState = "open" | "folded"

const TOGGLE_SHORTCUT = "Mod+B"

const COOKIE_NAME = "daina_sidebar"
const WEEK_MS = 7 * 24 * 60 * 60 * 1000
/** Media query for screens with a sidebar. On narrower screens, a dialog (the sheet) has the same links. */
const WIDE_SCREEN = "(width >= 768px)"

export const parseSidebarState = (cookies: string): SidebarState =>
  new RegExp(`(?:^|;\\s*)${COOKIE_NAME}=folded(?:;|$)`).test(cookies) ? "folded" : "open"

/** Returns a cookie that stores the state for seven days. `now` is in milliseconds. */
export const createSidebarCookie = (state: SidebarState, now: number): CookieInit => ({
  name: COOKIE_NAME,
  value: state,
  expires: now + WEEK_MS,
  path: "/",
  sameSite: "lax",
})

/** Stores the state in a cookie if the browser has the Cookie Store API, which plain HTTP pages do not have. */
const storeState = (state: SidebarState) =>
  "cookieStore" in globalThis && void cookieStore.set(createSidebarCookie(state, Date.now()))

/** Starts the button that folds the sidebar. Returns a function that folds or unfolds the sidebar. */
function startFolding(): () => void {
  const root = document.documentElement
  const button = document.querySelector("[data-sidebar-toggle]")

  function showState(state: SidebarState): void {
    root.dataset.sidebar = state
    button?.setAttribute("aria-expanded", String(state === "open"))
  }

  function toggle(): void {
    const state = root.dataset.sidebar === "folded" ? "open" : "folded"
    storeState(state)
    showState(state)
  }

  showState(parseSidebarState(document.cookie))
  button?.addEventListener("click", toggle)
  return toggle
}

/** Starts the button that opens the sheet (dialog). Returns a function that opens or closes the sheet. */
function startSheet(): () => void {
  const sheet = document.querySelector<HTMLDialogElement>("[data-sidebar-sheet]")
  const open = () => sheet?.showModal()
  document.querySelector("[data-sidebar-open]")?.addEventListener("click", open)
  matchMedia(WIDE_SCREEN).addEventListener("change", () => sheet?.close())
  sheet?.addEventListener("click", ({ target }) => target === sheet && sheet.close())
  return () => (sheet?.open ? sheet.close() : open())
}

export function startSidebar(): void {
  if (!document.querySelector("[data-sidebar-sheet]")) return
  const toggleFolding = startFolding()
  const toggleSheet = startSheet()
  addEventListener("keydown", (event) => {
    const isBehindDialog = document.querySelector("dialog[open]:not([data-sidebar-sheet])") !== null
    if (!isShortcut(event, TOGGLE_SHORTCUT) || event.defaultPrevented || isBehindDialog) return
    event.preventDefault()
    if (matchMedia(WIDE_SCREEN).matches) toggleFolding()
    else toggleSheet()
  })
}
