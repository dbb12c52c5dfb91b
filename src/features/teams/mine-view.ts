/** The card with one's own teams, and with what one asked of others. */
import { call } from "../../call.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { failureText } from "../../ui/failure-text.ts"
import { showToast } from "../../ui/toasts.ts"
import { $session } from "../session/session.ts"
import { isOwnRequest, isOwnTeam, type OwnTeam, readList } from "./parse.ts"
import { type OwnRequest, teamPath, thumbOf } from "./team.ts"

const pathTo = (slug: string) => localePath(teamPath(slug), pageLocale())

function rowOf(template: HTMLTemplateElement, name: string, address: string): DocumentFragment {
  const row = document.importNode(template.content, true)
  const link = row.querySelector("a")
  if (link) {
    link.href = address
    link.textContent = name
  }
  return row
}

function teamRow(template: HTMLTemplateElement, team: OwnTeam): Node {
  const t = pageTranslate()
  const path = pathTo(team.slug)
  // Requests that wait are what an owner comes for.
  const address = team.pending_requests > 0 ? `${path}/manage#requests` : path
  const row = rowOf(template, team.name, address)
  const image = row.querySelector("img")
  if (image) image.src = thumbOf(team)
  row.querySelector("[data-field=role]")?.append(t(`teams:roles.${team.role}`))
  const pending = row.querySelector<HTMLElement>("[data-field=pending]")
  if (pending && team.pending_requests > 0) {
    pending.hidden = false
    pending.textContent = t("teams:mine.pending", { count: team.pending_requests })
  }
  return row
}

function requestRow(template: HTMLTemplateElement, request: OwnRequest): Node {
  const t = pageTranslate()
  const row = rowOf(template, request.team_name, pathTo(request.team_slug))
  row.querySelector("[data-field=status]")?.append(t(`teams:mine.requests.${request.status}`))
  return row
}

const readTeams = readList("teams", isOwnTeam)
const readRequests = readList("requests", isOwnRequest)

const fetchMine = () =>
  call("/api/teams/mine", {
    read: (json) => ({ teams: readTeams(json).rows, requests: readRequests(json).rows }),
  })

export function startMyTeams(): void {
  const place = document.querySelector<HTMLElement>("[data-my-teams]")
  const list = place?.querySelector<HTMLElement>("[data-my-teams-list]")
  const teamTemplate = place?.querySelector<HTMLTemplateElement>("[data-my-teams-team]")
  const requestTemplate = place?.querySelector<HTMLTemplateElement>("[data-my-teams-request]")
  if (!place || !list || !teamTemplate || !requestTemplate) return
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
    const answer = await fetchMine()
    if (mine !== member || !list || !teamTemplate || !requestTemplate) return
    if (answer.ok) {
      const { teams, requests } = answer.body
      list.replaceChildren(
        ...teams.map((team) => teamRow(teamTemplate, team)),
        ...requests.map((request) => requestRow(requestTemplate, request)),
      )
      return show(list.children.length > 0 ? "ready" : "empty")
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
  // Out of the back-forward cache the card is as it was left, perhaps before a team was founded.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted && member) void load()
  })
}
