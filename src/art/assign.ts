/** Chooses a drawn cover for each article by its topic. Neighbors get different covers. */
import { slugify } from "../shared/slug.ts"
import type { CountryColor } from "./pictures.ts"
import { type ChosenPicture, listCovers } from "./topics.ts"

export interface Subject {
  seed: string
  country: CountryColor
  text: string
}

/** A picture avoids the motifs of this number of previous pictures. */
const MOTIF_DISTANCE = 3

/** Prefers unused pictures. A new subject does not change earlier pictures. */
export function assignPictures(subjects: Subject[]): ChosenPicture[] {
  const assigned: ChosenPicture[] = []
  const lastUse = new Map<string, number>()
  for (const subject of subjects) {
    const recent = assigned.slice(-MOTIF_DISTANCE).map(({ motif }) => motif)
    const { seed, country, text } = subject
    const candidates = listCovers(slugify(text), seed, country).filter(
      ({ motif }) => motif !== recent.at(-1),
    )
    const getLastUse = (candidate: ChosenPicture) => lastUse.get(candidate.url) ?? -1
    const oldestUse = Math.min(...candidates.map(getLastUse))
    const leastRecent = candidates.filter((candidate) => getLastUse(candidate) === oldestUse)
    const chosen =
      leastRecent.find(({ isTopic, motif }) => isTopic || !recent.includes(motif)) ?? leastRecent[0]
    if (!chosen) continue
    lastUse.set(chosen.url, assigned.length)
    assigned.push(chosen)
  }
  return assigned
}
