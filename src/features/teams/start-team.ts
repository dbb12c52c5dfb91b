/** Shows the team of the address as the API has it: over what is built, or where nothing is. */
import { pageTranslate } from "../../i18n/page-translate.ts"
import { SITE } from "../../site.ts"
import { $session } from "../session/session.ts"
import { fillTeam } from "./fill-team.ts"
import { startTabs, tabOf } from "./tabs.ts"
import { teamStore } from "./team-page.ts"

/** Calls back when it is known who looks at the page, and when that changes. */
function onViewer(listener: () => void): void {
  let known: string | undefined
  $session.subscribe((session) => {
    if (session.status === "loading") return
    const viewer = session.status === "signed-in" ? session.user.id : ""
    if (viewer !== known) listener()
    known = viewer
  })
}

function goToTab(): void {
  const tab = tabOf(location.hash)
  if (tab) document.getElementById(tab)?.scrollIntoView()
}

/** Back to all teams is back to those that were searched for. */
function keepSearch(screen: HTMLElement): void {
  const link = screen.querySelector<HTMLAnchorElement>(".team-back")
  const from = URL.parse(document.referrer)
  const isList = from?.origin === location.origin && from.pathname === link?.pathname
  if (link && isList) link.search = from.search
}

export function startTeam(): void {
  const screen = document.querySelector<HTMLElement>("[data-team-screen]")
  const view = screen?.querySelector<HTMLElement>("[data-team-state=found]")
  if (!screen || !view) return
  const t = pageTranslate()
  /** Built, or filled in since: then it stays when nobody answers. */
  let isFilled = screen.dataset.teamScreen !== "shell"
  const gone = screen.querySelector<HTMLTemplateElement>("template[data-team-gone]")

  teamStore.$team.listen((state) => {
    const isNew = state.status === "found" && !isFilled
    if (state.status === "found") {
      fillTeam(view, state.team, t)
      isFilled = true
    }
    if (state.status === "not-found") gone?.replaceWith(gone.content)
    const shown =
      isFilled && (state.status === "loading" || state.status === "failed") ? "found" : state.status
    for (const part of screen.querySelectorAll<HTMLElement>("[data-team-state]")) {
      part.hidden = part.dataset.teamState !== shown
    }
    // The browser looked for the tab of the address when there was nothing to go to.
    if (isNew) goToTab()
    const title =
      state.status === "not-found"
        ? t("teams:page.notFound.title")
        : state.status === "found"
          ? state.team.name
          : null
    if (title !== null) document.title = `${title} · ${SITE.name}`
  })
  screen.querySelector("[data-team-retry]")?.addEventListener("click", () => void teamStore.load())
  startTabs()
  keepSearch(screen)
  onViewer(() => void teamStore.startOver())
}
