/** Chooses a drawn cover for each article by its topic, with different covers next to each other. Used by builds only. */
import { slugify } from "../shared/slug.ts"
import { COVERS, type CountryColor, coverUrl, MOTIFS, type Motif } from "./pictures.ts"
import { hashOf } from "./random.ts"

/** Word stems in all five languages, written as in slugs: Latin letters without diacritics. */
const TOPIC_STEMS: Record<Motif, string> = {
  crowd:
    "lightstick laitstik lukturi gaismas fan ticket bilet pilet festival parent vanem vecak roditel thousand tukstos tuhand tukstan tysiach flash flesh ocean voice bals hall zal",
  floor:
    "practi rehears trenir train danc dej dans tants tanec tants soki sokis treni harjut repet megin studi spac koridor corridor chore khoreo mirror spogul peegel veidrod zerkal knee warm celgal kelia kolen polv workshop",
  cards:
    "card kart kaart kort photo foto trade swap maina vahet obmen hangul hangil khang letter burt taht raid bukv clinic",
  speakers:
    "music muzik muusik song dzies laul pesn random speaker sound skan heli gars zvuk playlist host chorus choir koor radio concert koncert kontsert fanchant fanshant",
  beams:
    "stage scen skatuv lava league lyg liga final cup kaus taur contest konkurs judg ziuri kohtun teises tiesnes sudi video film cover costum kostum terp jacket zaket pintsak svark premier qualif show award",
  coach:
    "bus buss autob avtob trip travel reis kelion poezdk tour road coach night nakt nocn train relay camp nometn laager stovykl away",
}

/** Returns all motifs: first those that match the text's topic, then the others in an order that depends on the seed. */
export function motifsFor(text: string, seed: string): { motif: Motif; isTopic: boolean }[] {
  const words = slugify(text).split("-")
  const countMatches = (motif: Motif) => {
    const stems = TOPIC_STEMS[motif].split(" ")
    return words.filter((word) => stems.some((stem) => word.startsWith(stem))).length
  }
  return MOTIFS.map((motif) => ({
    motif,
    matches: countMatches(motif),
    order: hashOf(seed + motif),
  }))
    .toSorted((a, b) => b.matches - a.matches || a.order - b.order)
    .map(({ motif, matches }) => ({ motif, isTopic: matches > 0 }))
}

/** An article or event that needs a picture. */
export interface Subject {
  /** Decides between pictures that match the topic equally well. */
  seed: string
  country: CountryColor
  /** The text whose words decide the topic. */
  text: string
}

/** A drawn cover for a subject. */
export interface ChosenPicture {
  motif: Motif
  country: CountryColor
  number: number
  url: string
  /** True when the motif shows the subject's topic. */
  isTopic: boolean
}

/** Returns all covers that fit a subject, the best match first. */
function candidatesFor({ seed, country, text }: Subject): ChosenPicture[] {
  const first = hashOf(seed) % COVERS.length
  const numbers = [...COVERS.slice(first), ...COVERS.slice(0, first)]
  return motifsFor(text, seed).flatMap((match) =>
    numbers.map((number) => ({
      ...match,
      country,
      number,
      url: coverUrl(match.motif, country, number),
    })),
  )
}

/** Returns the best match for a subject. Other subjects may have the same picture. */
export function pictureFor(subject: Subject): ChosenPicture {
  const [best] = candidatesFor(subject)
  if (!best) throw new Error("There are no covers")
  return best
}

/** Number of previous pictures whose motifs are avoided. A motif that shows the topic must only differ from the last one. */
const MOTIF_DISTANCE = 3

/**
 * Returns a picture for each subject, in their order. Prefers unused pictures, then the least recently used, and
 * never uses the motif of the previous subject. Appending a subject does not change earlier pictures.
 */
export function assignPictures(subjects: Subject[]): ChosenPicture[] {
  const assigned: ChosenPicture[] = []
  const lastUse = new Map<string, number>()
  for (const subject of subjects) {
    const recent = assigned.slice(-MOTIF_DISTANCE).map(({ motif }) => motif)
    const candidates = candidatesFor(subject).filter(({ motif }) => motif !== recent.at(-1))
    const lastUseOf = (candidate: ChosenPicture) => lastUse.get(candidate.url) ?? -1
    const oldestUse = Math.min(...candidates.map(lastUseOf))
    const leastRecent = candidates.filter((candidate) => lastUseOf(candidate) === oldestUse)
    const chosen =
      leastRecent.find(({ isTopic, motif }) => isTopic || !recent.includes(motif)) ?? leastRecent[0]
    if (!chosen) continue
    lastUse.set(chosen.url, assigned.length)
    assigned.push(chosen)
  }
  return assigned
}
