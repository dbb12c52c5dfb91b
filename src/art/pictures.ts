/** URLs of the pictures that `scripts/art.ts` draws. */
import { COUNTRIES } from "../countries.ts"
import { computeHash } from "./random.ts"

export const COUNTRY_COLORS = [...COUNTRIES, "all"] as const

export type CountryColor = (typeof COUNTRY_COLORS)[number]

/** Subjects of the drawn pictures. */
export const MOTIFS = ["crowd", "floor", "cards", "speakers", "beams", "coach"] as const

export type Motif = (typeof MOTIFS)[number]

/** Numbers of the covers that exist for each motif and country color. */
export const COVERS = [0, 1]
/** Number of the pictures of posts. No cover has this number, because pages show posts next to covers. */
export const POST_PICTURE = 2

/** Numbers of the pictures at the top of pages. They have the colors of all countries. */
export const STAGES = [5, 6, 7, 8]

/** Number of drawn record sleeves. Songs and albums without a picture show one of them. */
export const SLEEVES = 192
/** A sheet is a picture file that contains several sleeves in a column. */
export const SLEEVES_PER_SHEET = 6

const FOLDER = "/art/v2"

export interface Picture {
  src: string
  srcset: string
  /** URL of the picture in link previews. */
  share: string
}

export const pictureName = (motif: Motif, country: CountryColor, number: number) =>
  `${motif}-${country}-${number}`

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

/** Chooses a cover by a hash of the seed. Builds choose covers by topic instead (`assignPictures()`). */
export function artCover(seed: string, country: CountryColor): Picture {
  const all = MOTIFS.flatMap((motif) => COVERS.map((number) => ({ motif, number })))
  const { motif, number } = all[computeHash(seed) % all.length] ?? { motif: "crowd", number: 0 }
  return coverFiles(coverUrl(motif, country, number))
}

export const squareUrl = (motif: Motif, country: CountryColor) =>
  coverUrl(motif, country, POST_PICTURE).replace(".webp", "-square.webp")

/** Returns the URL of a square picture. The seed decides the motif, so that all pages show the same picture. */
export const artThumb = (seed: string, country: CountryColor): string =>
  squareUrl(MOTIFS[computeHash(seed) % MOTIFS.length] ?? "crowd", country)

export const artStage = (number: number) =>
  coverFiles(coverUrl("crowd", "all", STAGES[number % STAGES.length] ?? 0))

/** Returns the URL of a sleeve. The fragment is the row in the sheet; `MusicPicture` shows only this row. */
const sleeveUrl = (number: number) =>
  `${FOLDER}/sleeves-${Math.floor(number / SLEEVES_PER_SHEET)}.webp#${number % SLEEVES_PER_SHEET}`

/** Returns the smaller file of a sleeve. Returns other URLs unchanged. */
export const smallSleeve = (src: string): string =>
  src.replace(/(\/sleeves-\d+)\.webp#/, "$1-small.webp#")

/** Returns the file with only this sleeve, which loads faster than its sheet. Returns other URLs unchanged. */
export const singleSleeve = (src: string): string =>
  src.replace(
    /\/sleeves-(\d+)\.webp#(\d+)$/,
    (_, sheet, row) => `/sleeve-${Number(sheet) * SLEEVES_PER_SHEET + Number(row)}.webp`,
  )

/** Matches the ids of the charts that ship with the project. */
const BUNDLED_ID = /^snapshot-(song|album)-(\d+)$/

/**
 * Returns the sleeve of a song or album. In bundled charts, the rank selects the sleeve, so that neighbors differ and a
 * page needs few files.
 */
export function artSleeve(id: string): string {
  const [, type, rank] = BUNDLED_ID.exec(id) ?? []
  if (!rank) return sleeveUrl(computeHash(id) % SLEEVES)
  const first = type === "song" ? 0 : SLEEVES / 2
  return sleeveUrl((first + Number(rank) - 1) % SLEEVES)
}
