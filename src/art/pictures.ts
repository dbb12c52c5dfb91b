/** URLs of the pictures that `scripts/art.ts` draws. */
import { COUNTRIES } from "../countries.ts"
import { hashOf } from "./random.ts"

/** The color schemes of pictures: one per country, and `all` for pictures of no country. */
export const COUNTRY_COLORS = [...COUNTRIES, "all"] as const

export type CountryColor = (typeof COUNTRY_COLORS)[number]

/** The subjects of pictures. */
export const MOTIFS = ["crowd", "floor", "cards", "speakers", "beams", "coach"] as const

export type Motif = (typeof MOTIFS)[number]

/** Picture numbers of covers, the same for each motif and country color. */
export const COVERS = [0, 1]
/** Picture number for blog posts. It differs from the numbers of covers, since pages show both. */
export const POST_PICTURE = 2

/** Picture numbers of the crowds at the top of pages, in the colors of all countries. */
export const STAGES = [5, 6, 7, 8]

/** Number of different record sleeves. */
export const SLEEVES = 192
/** Number of sleeves in a file: one of each kind of drawing (`KINDS` in sleeve.ts). */
export const SLEEVES_PER_SHEET = 6

const FOLDER = "/art/v2"

export interface Picture {
  src: string
  srcset: string
  /** 1200 × 630, for Open Graph. */
  share: string
}

export const pictureName = (motif: Motif, country: CountryColor, number: number) =>
  `${motif}-${country}-${number}`

/** Returns the URL of a 1280 × 630 cover. Its other sizes are named like those of uploaded covers. */
export const coverUrl = (motif: Motif, country: CountryColor, number: number) =>
  `${FOLDER}/${pictureName(motif, country, number)}.webp`

/** Returns all sizes of an uploaded or drawn cover. */
export function coverFiles(url: string): Picture {
  const name = url.replace(/\.webp$/, "")
  return {
    src: `${name}-640.webp`,
    srcset: `${name}-640.webp 640w, ${name}.webp 1280w`,
    share: `${name}-og.jpg`,
  }
}

/** Returns a default cover by a hash of the seed. Builds choose better matches with `assignPictures`. */
export function artCover(seed: string, country: CountryColor): Picture {
  const all = MOTIFS.flatMap((motif) => COVERS.map((number) => ({ motif, number })))
  const { motif, number } = all[hashOf(seed) % all.length] ?? { motif: "crowd", number: 0 }
  return coverFiles(coverUrl(motif, country, number))
}

/** Returns the URL of a square picture (192 px). The seed decides the motif, so that all pages show the same picture. */
export function artThumb(seed: string, country: CountryColor): string {
  const motif = MOTIFS[hashOf(seed) % MOTIFS.length] ?? "crowd"
  return coverUrl(motif, country, POST_PICTURE).replace(".webp", "-square.webp")
}

/** Returns one of the crowd pictures at the top of pages. */
export const artStage = (number: number) =>
  coverFiles(coverUrl("crowd", "all", STAGES[number % STAGES.length] ?? 0))

/** Returns the URL of a sleeve. The fragment is its row in the file; `MusicPicture` crops the picture to it. */
const sleeveUrl = (number: number) =>
  `${FOLDER}/sleeves-${Math.floor(number / SLEEVES_PER_SHEET)}.webp#${number % SLEEVES_PER_SHEET}`

/** Returns the URL of a smaller picture for lists, if the picture is a sleeve. */
export const smallSleeve = (src: string): string =>
  src.replace(/(\/sleeves-\d+)\.webp#/, "$1-small.webp#")

/** Matches ids of songs and albums in the charts that ship with the project. */
const BUNDLED = /^snapshot-(song|album)-(\d+)$/

/**
 * Returns the URL of the drawn sleeve of a song or album. In the bundled charts, the rank decides the sleeve: all
 * are different, neighbors are of different kinds, and a page needs few files.
 */
export function artSleeve(id: string): string {
  const [, type, rank] = BUNDLED.exec(id) ?? []
  if (!rank) return sleeveUrl(hashOf(id) % SLEEVES)
  const first = type === "song" ? 0 : SLEEVES / 2
  return sleeveUrl((first + Number(rank) - 1) % SLEEVES)
}
