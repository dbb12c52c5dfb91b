/** The popular ideas as the API has them. */
import { atom } from "nanostores"
import { type Answer, call, type Failure } from "../../call.ts"
import { type Idea, readIdeas } from "./idea.ts"

export type Popular =
  /** As the page came. */
  | { status: "built" }
  | { status: "loading" }
  | { status: "ready"; ideas: Idea[] }
  | { status: "failed"; failure: Failure }

interface Steps {
  fetchIdeas: () => Promise<Answer<Idea[]>>
  /** Whether ideas are built into the page: then they stay when nobody answers. */
  isBuilt: boolean
}

export const fetchPopular = (): Promise<Answer<Idea[]>> =>
  call("/api/ideas/popular", { read: readIdeas })

export function createPopular({ fetchIdeas, isBuilt }: Steps) {
  const $popular = atom<Popular>({ status: isBuilt ? "built" : "loading" })
  /** Answers to older questions say nothing about this one. */
  let latest = 0

  /** Brings the list up to date; returns what came, null when nothing did or something newer is asked. */
  async function load(): Promise<Idea[] | null> {
    latest += 1
    const mine = latest
    if ($popular.get().status === "failed") $popular.set({ status: "loading" })
    const answer = await fetchIdeas()
    if (mine !== latest) return null
    if (answer.ok) $popular.set({ status: "ready", ideas: answer.body })
    else if ($popular.get().status === "loading") {
      $popular.set({ status: "failed", failure: answer.failure })
    }
    return answer.ok ? answer.body : null
  }

  return { $popular, load }
}
