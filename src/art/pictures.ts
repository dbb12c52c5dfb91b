/** Addresses of the pictures that `scripts/art.ts` draws. */
import { PICTURES_PER_PLACE, type Place, SLEEVES } from "./places.ts"
import { hashOf } from "./random.ts"

const FOLDER = "/art/v1"

export interface Picture {
  src: string
  srcset: string
  /** 1200 × 630, for Open Graph. */
  share: string
}

const pictureName = (seed: string, place: Place) =>
  `${FOLDER}/${place}-${hashOf(seed) % PICTURES_PER_PLACE}`

/** A 1280 × 630 cover for what has none of its own. */
export function artCover(seed: string, place: Place): Picture {
  const name = pictureName(seed, place)
  return {
    src: `${name}-640.webp`,
    srcset: `${name}-640.webp 640w, ${name}-1280.webp 1280w`,
    share: `${name}.jpg`,
  }
}

/** A square of 192 px. */
export const artThumb = (seed: string, place: Place) => `${pictureName(seed, place)}-square.webp`

const sleeveName = (seed: string) => `${FOLDER}/sleeve-${hashOf(seed) % SLEEVES}`

/** A square of 160 px for a song or an album. */
export const artSleeve = (seed: string) => `${sleeveName(seed)}.webp`

/** The same of 480 px. */
export const artLargeSleeve = (seed: string) => `${sleeveName(seed)}-large.webp`
