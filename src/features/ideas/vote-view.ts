/** Shows votes wherever an idea of theirs is, and takes clicks on them. */
import { pageTranslate } from "../../i18n/page-translate.ts"
import { votes } from "./vote-store.ts"
import type { Votes } from "./votes.ts"

function fillVotes(place: HTMLElement, { count, isVoted }: Votes): void {
  const counted = place.querySelector("[data-vote-count]")
  if (counted) counted.textContent = pageTranslate()("ideas:votes.count", { count })
  place.querySelector("[data-vote]")?.setAttribute("aria-pressed", String(isVoted))
}

/** Names an idea's vote: whose it is, and how to come back to it after signing in. */
export function nameVotes(place: HTMLElement, idea: { id: string; title: string }): void {
  place.dataset.votes = idea.id
  const label = pageTranslate()("ideas:votes.voteFor", { title: idea.title })
  place.querySelector("[data-vote]")?.setAttribute("aria-label", label)
}

/** Shows what is known in places that are new. */
export function showVotes(root: ParentNode = document): void {
  const known = votes.$votes.get()
  for (const place of root.querySelectorAll<HTMLElement>("[data-votes]")) {
    const counted = known[place.dataset.votes ?? ""]
    if (counted) fillVotes(place, counted)
  }
}

export function startVotes(): void {
  // What is built in is what a stranger was told, until the API says more.
  votes.learn(
    [...document.querySelectorAll<HTMLElement>("[data-votes][data-built-count]")].map(
      ({ dataset }) => ({
        id: dataset.votes ?? "",
        vote_count: Number(dataset.builtCount),
        user_voted: false,
      }),
    ),
  )
  votes.$votes.listen(() => showVotes())
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("[data-vote]") : null
    const id = button?.closest<HTMLElement>("[data-votes]")?.dataset.votes
    if (id) void votes.toggle(id)
  })
  document.documentElement.dataset.votesReady = ""
}
