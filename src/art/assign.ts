/** Chooses a drawn cover for each article by its topic. Articles next to each other get different covers. */
import { slugify } from "../shared/slug.ts"
import type { CountryColor } from "./pictures.ts"
import { type ChosenPicture, listCovers } from "./topics.ts"

/** An item that needs a cover. Covers that match words of `text` come first; `seed` decides the order of the others. */
export interface Subject {
  seed: string
  country: CountryColor
  text: string
}

/** A cover avoids the motifs (subjects of drawings, such as a crowd) of this many previous covers. */
const MOTIF_DISTANCE = 3

/** Chooses the least recently used covers. A new subject at the end does not change the covers of earlier subjects. */
export function assignPictures(subjects: Subject[]): ChosenPicture[] {
  const assigned: ChosenPicture[] = []
  const lastUse = new Map<string, number>()
  for (const subject of subjects) {
    const recentMotifs = assigned.slice(-MOTIF_DISTANCE).map(({ motif }) => motif)
    const { seed, country, text } = subject
    const candidates = listCovers(slugify(text), seed, country).filter(
      ({ motif }) => motif !== recentMotifs.at(-1),
    )
    const getLastUse = (candidate: ChosenPicture) => lastUse.get(candidate.url) ?? -1
    const oldestUse = Math.min(...candidates.map(getLastUse))
    const leastRecentlyUsed = candidates.filter((candidate) => getLastUse(candidate) === oldestUse)
    const chosen =
      leastRecentlyUsed.find(({ isTopic, motif }) => isTopic || !recentMotifs.includes(motif)) ??
      leastRecentlyUsed[0]
    if (!chosen) continue
    lastUse.set(chosen.url, assigned.length)
    assigned.push(chosen)
  }
  return assigned
}
