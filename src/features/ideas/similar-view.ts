/** Shows ideas like the title that is being typed, to vote for instead. */
import { ideaAnchor, type SimilarIdea } from "./idea.ts"
import { createSimilar, fetchSimilar } from "./similar.ts"
import { votes } from "./vote-store.ts"
import { nameVotes, showVotes } from "./vote-view.ts"

function rowFor(template: HTMLTemplateElement, idea: SimilarIdea): DocumentFragment {
  const row = document.importNode(template.content, true)
  const link = row.querySelector<HTMLAnchorElement>("[data-similar-title]")
  if (link) {
    link.textContent = idea.title
    // Only the popular ones are on the page.
    if (document.getElementById(ideaAnchor(idea.id))) link.href = `#${ideaAnchor(idea.id)}`
    else link.removeAttribute("href")
  }
  const place = row.querySelector<HTMLElement>("[data-votes]")
  if (place) nameVotes(place, idea)
  return row
}

export function startSimilar(input: HTMLInputElement): { follow: () => void } {
  const panel = document.querySelector<HTMLElement>("[data-similar]")
  const list = panel?.querySelector("ul")
  const template = panel?.querySelector("template")
  const { $similar, follow } = createSimilar(async (title) => {
    const asked = votes.now()
    const answer = await fetchSimilar(title)
    if (answer.ok) votes.learn(answer.body, asked)
    return answer
  })
  $similar.listen((ideas) => {
    if (!panel || !list || !template) return
    list.replaceChildren(...ideas.map((idea) => rowFor(template, idea)))
    panel.hidden = ideas.length === 0
    showVotes(panel)
  })
  const followInput = () => follow(input.value)
  input.addEventListener("input", followInput)
  return { follow: followInput }
}
