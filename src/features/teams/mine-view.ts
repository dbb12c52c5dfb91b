/** The card with one's own teams. */
import { call } from "../../call.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { failureText } from "../../ui/failure-text.ts"
import { showToast } from "../../ui/toasts.ts"
import { $session } from "../session/session.ts"
import { isOwnTeam, type OwnTeam, readList } from "./parse.ts"
import { teamPath, thumbOf } from "./team.ts"

function rowOf(template: HTMLTemplateElement, team: OwnTeam): Node {
  const t = pageTranslate()
  const row = document.importNode(template.content, true)
  const image = row.querySelector("img")
  if (image) image.src = thumbOf(team)
  const link = row.querySelector("a")
  if (link) {
    const path = localePath(teamPath(team.slug), pageLocale())
    // Requests that wait are what an owner comes for.
    link.href = team.pending_requests > 0 ? `${path}/manage#requests` : path
    link.textContent = team.name
  }
  row.querySelector("[data-field=role]")?.append(t(`teams:roles.${team.role}`))
  const pending = row.querySelector<HTMLElement>("[data-field=pending]")
  if (pending && team.pending_requests > 0) {
    pending.hidden = false
    pending.textContent = t("teams:mine.pending", { count: team.pending_requests })
  }
  return row
}

export function startMyTeams(): void {
  const place = document.querySelector<HTMLElement>("[data-my-teams]")
  const list = place?.querySelector<HTMLElement>("[data-my-teams-list]")
  const template = place?.querySelector("template")
  if (!place || !list || !template) return
  const t = pageTranslate()

  const show = (state: "loading" | "empty" | "failed" | "ready") => {
    for (const part of place.querySelectorAll<HTMLElement>("[data-my-teams-state]")) {
      part.hidden = part.dataset.myTeamsState !== state
    }
  }

  let member = ""
  async function load(): Promise<void> {
    const mine = member
    show("loading")
    const answer = await call("/api/teams/mine", { read: readList("teams", isOwnTeam) })
    if (mine !== member || !list || !template) return
    if (answer.ok) {
      list.replaceChildren(...answer.body.rows.map((team) => rowOf(template, team)))
      return show(answer.body.rows.length > 0 ? "ready" : "empty")
    }
    show("failed")
    const text = t(failureText(answer.failure.code))
    showToast({ tone: "error", title: t("teams:mine.failed"), text })
  }

  place.querySelector("[data-my-teams-retry]")?.addEventListener("click", () => void load())
  $session.subscribe((session) => {
    const id = session.status === "signed-in" ? session.user.id : ""
    if (id === member) return
    member = id
    list.replaceChildren()
    if (member) void load()
  })
}
