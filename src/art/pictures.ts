/** The pictures that `scripts/art.ts` draws, and their addresses. */
import { COUNTRIES } from "../countries.ts"
import { hashOf } from "./random.ts"

/** The places that pictures are tinted for: a country, or all three. */
export const PLACES = [...COUNTRIES, "all"] as const

export type Place = (typeof PLACES)[number]

/** What pictures show. */
export const MOTIFS = ["crowd", "floor", "cards", "speakers", "beams", "coach"] as const

export type Motif = (typeof MOTIFS)[number]

/** Of each motif each place has these covers, and one for posts, so that a page with both repeats none. */
export const COVERS = [0, 1]
export const POST = 2

/** Of the crowd for all places, for the tops of pages. */
export const STAGES = [5, 6, 7, 8]

/** How many different record sleeves there are, and how many of them lie in a file: one of each kind. */
export const SLEEVES = 192
export const SLEEVES_PER_SHEET = 6

const FOLDER = "/art/v2"

export interface Picture {
  src: string
  srcset: string
  /** 1200 × 630, for Open Graph. */
  share: string
}

export const pictureName = (motif: Motif, place: Place, number: number) =>
  `${motif}-${place}-${number}`

/** A 1280 × 630 cover, named as uploaded ones are. */
export const coverAddress = (motif: Motif, place: Place, number: number) =>
  `${FOLDER}/${pictureName(motif, place, number)}.webp`

/** The sizes of a cover that is uploaded or drawn. */
export function coverFiles(address: string): Picture {
  const name = address.replace(/\.webp$/, "")
  return {
    src: `${name}-640.webp`,
    srcset: `${name}-640.webp 640w, ${name}.webp 1280w`,
    share: `${name}-og.jpg`,
  }
}

/** A cover for what is not built yet, and has none of its own; a build knows one that fits better. */
export function artCover(seed: string, place: Place): Picture {
  const all = MOTIFS.flatMap((motif) => COVERS.map((number) => ({ motif, number })))
  const { motif, number } = all[hashOf(seed) % all.length] ?? { motif: "crowd", number: 0 }
  return coverFiles(coverAddress(motif, place, number))
}

/** A square of 192 px for each of a list: all motifs once before one of them comes again. */
export function artThumbs(subjects: { seed: string; place: Place }[]): string[] {
  const free = new Set(MOTIFS)
  return subjects.map(({ seed, place }) => {
    const left = [...free]
    const motif = left[hashOf(seed) % left.length] ?? "crowd"
    free.delete(motif)
    if (free.size === 0) for (const one of MOTIFS) free.add(one)
    return coverAddress(motif, place, POST).replace(".webp", "-square.webp")
  })
}

/** The top of a page: the crowd of all three countries. */
export const artStage = (number: number) =>
  coverFiles(coverAddress("crowd", "all", STAGES[number % STAGES.length] ?? 0))

/** The fragment says which of the file's sleeves is meant; `MusicPicture` shows it. */
const sleeveAddress = (number: number) =>
  `${FOLDER}/sleeves-${Math.floor(number / SLEEVES_PER_SHEET)}.webp#${number % SLEEVES_PER_SHEET}`

/** Of the charts that ship with the project. */
const BUNDLED = /^snapshot-(song|album)-(\d+)$/

/**
 * A square sleeve for the song or album with this id. In the bundled charts each has its own, none stands beside
 * another of its kind, and a page needs few of the files.
 */
export function artSleeve(id: string): string {
  const [, type, place] = BUNDLED.exec(id) ?? []
  if (!place) return sleeveAddress(hashOf(id) % SLEEVES)
  const first = type === "song" ? 0 : SLEEVES / 2
  return sleeveAddress((first + Number(place) - 1) % SLEEVES)
}
