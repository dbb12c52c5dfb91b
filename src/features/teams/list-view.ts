/** Shows the list of teams, and asks for others as somebody types. */
import { pageTranslate } from "../../i18n/page-translate.ts"
import { failureText } from "../../ui/failure-text.ts"
import { onPress } from "../../ui/press.ts"
import { showToast } from "../../ui/toasts.ts"
import { createDirectory, fetchTeams, type ListState, TEAMS_PER_PAGE } from "./directory.ts"
import { fillCard } from "./fill-card.ts"
import {
  countryOf,
  isSame,
  isWhole,
  type Narrowed,
  narrowedBy,
  queryFor,
  tidySearch,
} from "./list-address.ts"
import type { TeamCard } from "./team.ts"

/** How long typing may pause before the search follows, in milliseconds. */
const FOLLOW_AFTER_MS = 220

export function startTeamList(): void {
  const place = document.querySelector<HTMLElement>("[data-teams]")
  const form = place?.querySelector<HTMLFormElement>("[data-teams-search]")
  const input = form?.querySelector("input")
  const select = form?.querySelector("select")
  if (!place || !form || !input || !select) return
  const t = pageTranslate()

  const directory = createDirectory({
    fetchTeams,
    onFailed: ({ code }) =>
      showToast({ tone: "error", title: t("teams:list.loadFailed"), text: t(failureText(code)) }),
  })
  directory.$list.listen((list) => show(place, list))

  const typed = (): Narrowed => ({
    search: tidySearch(input.value),
    country: countryOf(select.value),
  })

  /** A new step back for each search that was settled on, not for each letter. */
  let isSettled = true
  function narrow(): void {
    const narrowed = typed()
    if (isSame(narrowed, narrowedBy(location.search))) return
    const address = location.pathname + queryFor(location.search, narrowed) + location.hash
    if (isSettled) history.pushState(null, "", address)
    else history.replaceState(null, "", address)
    isSettled = false
    void directory.show(narrowed)
  }

  function takeAddress(): Narrowed {
    const narrowed = narrowedBy(location.search)
    // The same words, perhaps with a space that is just being typed.
    if (tidySearch(input?.value ?? "") !== narrowed.search && input) input.value = narrowed.search
    if (select) select.value = narrowed.country ?? ""
    return narrowed
  }

  let timer: ReturnType<typeof setTimeout> | undefined
  const settle = () => {
    clearTimeout(timer)
    narrow()
    isSettled = true
  }
  input.addEventListener("input", () => {
    clearTimeout(timer)
    timer = setTimeout(narrow, FOLLOW_AFTER_MS)
  })
  input.addEventListener("change", settle)
  select.addEventListener("change", settle)
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    settle()
  })
  addEventListener("popstate", () => {
    clearTimeout(timer)
    isSettled = true
    void directory.show(takeAddress())
  })

  // What was typed before this script was here counts as well.
  const isTyped = !isWhole(typed())
  const asked = isTyped ? typed() : takeAddress()
  if (isTyped) narrow()
  else if (isWhole(asked)) void directory.freshen()
  else void directory.show(asked)

  // Out of the back-forward cache the list is as it was left, perhaps before a team was founded.
  addEventListener("pageshow", ({ persisted }) => {
    const list = directory.$list.get()
    // Whoever went further down finds their place again.
    const isLong = list.status === "ready" && list.teams.length > TEAMS_PER_PAGE
    if (!persisted || isLong) return
    const narrowed = typed()
    void (isWhole(narrowed) ? directory.freshen() : directory.show(narrowed))
  })

  const on = (part: string, act: () => void) =>
    onPress(place.querySelector<HTMLElement>(`[data-teams-${part}]`), act)
  on("more", () => void directory.more())
  on("retry", () => void directory.show(typed()))
  on("clear", () => {
    input.value = ""
    select.value = ""
    settle()
    input.focus()
  })
}

function show(place: HTMLElement, list: ListState): void {
  const t = pageTranslate()
  const part = (name: string) => place.querySelector<HTMLElement>(`[data-teams-${name}]`)
  const grid = part("grid")
  const more = part("more")
  grid?.toggleAttribute("aria-busy", list.status === "loading")
  if (list.status === "loading" || list.status === "built") return
  const teams = list.status === "ready" ? list.teams : []
  const isAll = isWhole(list.narrowed)
  const state =
    list.status === "failed" ? "failed" : teams.length > 0 ? "" : isAll ? "none" : "empty"
  for (const element of place.querySelectorAll<HTMLElement>("[data-teams-state]")) {
    element.hidden = element.dataset.teamsState !== state
  }
  if (list.status === "failed") {
    const reason = part("reason")
    if (reason) reason.textContent = t(failureText(list.failure.code))
  }
  if (grid) fillGrid(place, grid, teams)
  const next = list.status === "ready" && list.next !== null
  const found = part("found")
  if (found) {
    found.textContent =
      isAll || list.status !== "ready"
        ? ""
        : t(next ? "teams:list.foundMany" : "teams:list.found", { count: teams.length })
  }
  if (!more) return
  const isLoading = list.status === "ready" && list.isLoadingMore
  more.hidden = !next
  more.ariaBusy = String(isLoading)
  more.textContent = t(isLoading ? "teams:list.loadingMore" : "teams:list.more")
}

/** Cards that are there take their new teams over, so that nothing flickers. */
function fillGrid(place: HTMLElement, grid: HTMLElement, teams: TeamCard[]): void {
  const t = pageTranslate()
  const template = place.querySelector<HTMLTemplateElement>("[data-teams-card]")
  const cards = [...grid.querySelectorAll<HTMLElement>(".team-card")]
  for (const card of cards.slice(teams.length)) card.remove()
  teams.forEach((team, i) => {
    let card = cards[i]
    if (!card && template) {
      const copy = document.importNode(template.content, true)
      card = copy.querySelector<HTMLElement>(".team-card") ?? undefined
      if (card) grid.append(card)
    }
    if (card) fillCard(card, team, t)
  })
}
