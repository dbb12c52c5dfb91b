/** The bell in the header, with the number of unread notifications. Only signed-in members load this script. */
import { loadMemberMessages } from "../i18n/load-member-messages.ts"
import { pageLocale, pageTranslate } from "../i18n/page-translate.ts"
import { localePath, splitLocale } from "../i18n/paths.ts"
import { markNotificationsRead } from "../session/mark-notifications-read.ts"

/** Higher numbers are shown as "9+". */
const MAX_SHOWN_NUMBER = 9

/** The bell of src/ui/icons.tsx, copied because importing it would load all other icons. */
const BELL_SVG =
  '<svg class="icon" aria-hidden="true" width="20" height="20" viewBox="0 0 24 24"><path d="M6 17V11a6 6 0 0 1 12 0v6l1.5 2h-15zM10 21.5h4"/></svg>'

const NARROW_SCREEN = matchMedia("(width < 400px)")

/** Moves the theme button into the menu on narrow screens, to make room for the bell. */
function placeThemeButton(bell: HTMLElement): void {
  const button = document.querySelector("[data-theme-toggle]")
  const menu = document.querySelector("[data-menu] form")
  if (!button || !menu) return
  if (NARROW_SCREEN.matches) menu.prepend(button)
  else bell.before(button)
}

function addBell(): HTMLAnchorElement | undefined {
  const memberMenu = document.querySelector(".tools > :has([data-session-face])")
  if (!memberMenu) return
  const bell = document.createElement("a")
  bell.className = "icon-btn bell"
  bell.href = localePath("/notifications", pageLocale())
  if (bell.pathname === location.pathname) bell.ariaCurrent = "page"
  bell.innerHTML = `${BELL_SVG}<span class="bell-count" hidden></span>`
  memberMenu.before(bell)
  placeThemeButton(bell)
  NARROW_SCREEN.addEventListener("change", () => placeThemeButton(bell))
  return bell
}

let bell: HTMLAnchorElement | undefined

/** Marks notifications about this page as read, except on articles, whose notifications are about comments. */
function markPageOpened(): void {
  const { path } = splitLocale(location.pathname)
  const id = document.querySelector<HTMLElement>("[data-comments]")?.dataset.comments
  if (id && !path.startsWith("/news/")) void markNotificationsRead("content", [id])
}

/** Replaces the log-in link below an article with the cheer button. */
async function startCheers(): Promise<void> {
  const container = document.querySelector<HTMLElement>("[data-cheers]")
  if (!container) return
  const { mountCheers } = await import("../features/cheers/mount-cheers.tsx")
  mountCheers(container, container.dataset.cheers ?? "")
}

/** Shows the bell with the number of unread notifications. Rejects if the texts cannot be loaded. */
export async function showBell(unread: number): Promise<void> {
  await loadMemberMessages()
  if (!bell) {
    markPageOpened()
    startCheers().catch(() => {})
  }
  bell ??= addBell()
  const count = bell?.querySelector<HTMLElement>(".bell-count")
  if (!bell || !count) return
  const number = unread > MAX_SHOWN_NUMBER ? `${MAX_SHOWN_NUMBER}+` : String(unread)
  const t = pageTranslate()
  bell.ariaLabel =
    unread > 0 ? t("notifications:bell.some", { number }) : t("notifications:bell.none")
  count.hidden = unread === 0
  count.textContent = number
}
