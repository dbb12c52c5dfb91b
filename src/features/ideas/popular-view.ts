/** The panel of popular ideas: what is built in is brought up to date, quietly. */
import { pageTranslate } from "../../i18n/page-translate.ts"
import { failureText } from "../../ui/failure-text.ts"
import { $session } from "../session/session.ts"
import { type Idea, ideaAnchor } from "./idea.ts"
import { loginLink } from "./login-link.ts"
import { createPopular, fetchPopular, type Popular } from "./popular.ts"
import { votes } from "./vote-store.ts"
import { nameVotes, showVotes } from "./vote-view.ts"

/** Writes an idea into the row that shows it, or that is made for it. */
function fillRow(row: HTMLElement, idea: Idea, rank: number): void {
  const t = pageTranslate()
  const fill = (part: string, text: string | null) => {
    const element = row.querySelector<HTMLElement>(`[data-idea-${part}]`)
    if (!element) return
    element.hidden = text === null
    // Untouched where nothing changes: a selection in it stays.
    const place = element.querySelector("[data-idea-text]") ?? element
    if (text !== null && place.textContent !== text) place.textContent = text
  }
  row.id = ideaAnchor(idea.id)
  row.dataset.idea = idea.id
  fill("rank", `#${rank}`)
  fill("category", t(`ideas:categories.${idea.category}`))
  fill("status", idea.status === "open" ? null : t(`ideas:status.${idea.status}`))
  fill("title", idea.title)
  fill("description", idea.description)
  fill("reply", idea.reply)
  const place = row.querySelector<HTMLElement>("[data-votes]")
  if (place) nameVotes(place, idea)
  const link = row.querySelector<HTMLAnchorElement>("[data-vote-login]")
  if (link) link.href = loginLink(row.id)
}

/** Rows that are there are used again, each for its own idea. */
function fillList(panel: HTMLElement, ideas: Idea[]): void {
  const list = panel.querySelector("[data-idea-list]")
  const template = panel.querySelector<HTMLTemplateElement>("[data-idea-template]")
  if (!list || !template) return
  const rows = new Map(
    [...list.querySelectorAll<HTMLElement>("[data-idea]")].map((row) => [row.dataset.idea, row]),
  )
  ideas.forEach((idea, i) => {
    const row =
      rows.get(idea.id) ??
      document.importNode(template.content, true).querySelector<HTMLElement>("[data-idea]")
    if (!row) return
    rows.delete(idea.id)
    fillRow(row, idea, i + 1)
    // A row in its place is not moved: it may hold the focus.
    if (list.children[i] !== row) list.insertBefore(row, list.children[i] ?? null)
  })
  for (const row of rows.values()) row.remove()
}

function show(panel: HTMLElement, popular: Popular): void {
  if (popular.status === "ready") fillList(panel, popular.ideas)
  const state = popular.status === "ready" && popular.ideas.length === 0 ? "empty" : popular.status
  for (const part of panel.querySelectorAll<HTMLElement>("[data-popular-state]")) {
    part.hidden = part.dataset.popularState !== state
  }
  const reason = panel.querySelector("[data-popular-reason]")
  if (reason && popular.status === "failed") {
    reason.textContent = pageTranslate()(failureText(popular.failure.code))
  }
}

export function startPopular(): void {
  const panel = document.querySelector<HTMLElement>("[data-popular]")
  if (!panel) return
  const isBuilt = panel.querySelector("[data-idea-list] > [data-idea]") !== null
  const { $popular, load } = createPopular({ fetchIdeas: fetchPopular, isBuilt })

  async function refresh(): Promise<void> {
    const asked = votes.now()
    const ideas = await load()
    if (ideas) votes.learn(ideas, asked)
    showVotes()
  }

  $popular.listen((popular) => show(panel, popular))
  panel.querySelector("[data-popular-retry]")?.addEventListener("click", () => void refresh())
  let known: string | undefined
  $session.subscribe((session) => {
    if (session.status === "loading") return
    const viewer = session.status === "signed-in" ? session.user.id : ""
    if (viewer !== known) void refresh()
    known = viewer
  })
}
