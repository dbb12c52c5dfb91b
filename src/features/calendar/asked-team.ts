/** The team that an address asks for, which may be nobody's here, or none at all. */
import { atom } from "nanostores"
import type { Answer } from "../../call.ts"

export interface AskedTeam {
  slug: string
  /** Null when there is no such team. */
  name: string | null
}

export function createAskedTeam(fetchName: (slug: string) => Promise<Answer<string>>) {
  const $asked = atom<AskedTeam | null>(null)
  return {
    $asked,
    /** Finds out what the team is called; without an answer, nothing is said about it. */
    async ask(slug: string): Promise<void> {
      const answer = await fetchName(slug)
      if (answer.ok) $asked.set({ slug, name: answer.body })
      else if (answer.failure.code === "not_found") $asked.set({ slug, name: null })
    },
  }
}
