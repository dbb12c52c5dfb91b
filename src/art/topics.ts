/**
 * Chooses motifs (subjects of drawings) by the words of slugs. Titles would first need transliteration, whose code is
 * too large for islands.
 */
import { COVERS, type CountryColor, coverUrl, MOTIFS, type Motif } from "./pictures.ts"
import { computeHash } from "./random.ts"

/** Beginnings of words about each motif, in all five languages, spelled as in slugs. */
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

/**
 * Returns all motifs: first those that match words of the slug, then the others in an order that depends on the seed.
 */
export function listMotifs(slug: string, seed: string): { motif: Motif; isTopic: boolean }[] {
  const words = slug.split("-")
  const countMatches = (motif: Motif) => {
    const stems = TOPIC_STEMS[motif].split(" ")
    return words.filter((word) => stems.some((stem) => word.startsWith(stem))).length
  }
  return MOTIFS.map((motif) => ({
    motif,
    matches: countMatches(motif),
    order: computeHash(seed + motif),
  }))
    .toSorted((a, b) => b.matches - a.matches || a.order - b.order)
    .map(({ motif, matches }) => ({ motif, isTopic: matches > 0 }))
}

export interface ChosenPicture {
  motif: Motif
  country: CountryColor
  number: number
  url: string
  /** The motif matches a word of the slug. */
  isTopic: boolean
}

/** Returns all covers of a country, the best match first. */
export function listCovers(slug: string, seed: string, country: CountryColor): ChosenPicture[] {
  const first = computeHash(seed) % COVERS.length
  const numbers = [...COVERS.slice(first), ...COVERS.slice(0, first)]
  return listMotifs(slug, seed).flatMap((match) =>
    numbers.map((number) => ({
      ...match,
      country,
      number,
      url: coverUrl(match.motif, country, number),
    })),
  )
}

/**
 * Returns the best cover for a slug. Posters, lists and link previews call this function, so that they show the same
 * cover.
 */
export function chooseCover(slug: string, country: CountryColor): ChosenPicture {
  const [best] = listCovers(slug, slug, country)
  if (!best) throw new Error("There are no covers")
  return best
}
