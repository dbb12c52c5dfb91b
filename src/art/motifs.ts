import { drawLightsticks } from "./lightsticks.ts"
import { drawBeams } from "./motifs/beams.ts"
import { drawCoach } from "./motifs/coach.ts"
import { drawFloor } from "./motifs/floor.ts"
import { drawPhotocards } from "./motifs/photocards.ts"
import { drawSpeakers } from "./motifs/speakers.ts"
import { NIGHT, PALETTES } from "./palette.ts"
import type { CountryColor, Motif } from "./pictures.ts"
import { createRandom } from "./random.ts"
import { defineGlows, drawGlow, type Frame, round } from "./svg.ts"

const MOTIF_DRAWINGS: Record<Exclude<Motif, "crowd">, (frame: Frame) => string> = {
  floor: drawFloor,
  cards: drawPhotocards,
  speakers: drawSpeakers,
  beams: drawBeams,
  coach: drawCoach,
}

interface Drawing {
  motif: Motif
  /** Distinguishes pictures of the same motif and color. */
  number: number
  country: CountryColor
  width: number
  height: number
}

/** Draws a cover as SVG. Equal parameters give equal SVG. */
export function drawMotif({ motif, number, ...drawing }: Drawing): string {
  const { country, width, height } = drawing
  const seed = `${country} ${number}`
  if (motif === "crowd") {
    // Upright pictures have fewer sticks, so that each stick keeps its thickness.
    return drawLightsticks(
      height > width ? { ...drawing, seed, density: 10, horizon: 0.24 } : { ...drawing, seed },
    )
  }
  const random = createRandom(`${motif} ${seed}`)
  const { lights, haze } = PALETTES[country]
  const hazes = haze.map((color, i) =>
    drawGlow(
      ((i + 0.5 + (random() - 0.5) * 0.5) / haze.length) * width,
      height * 0.5,
      width * 0.5,
      height * 0.75,
      color,
    ),
  )
  const content = MOTIF_DRAWINGS[motif]({ width, height, country, number, random })
  const colors = [...new Set([...lights, ...haze, "#ffffff", "#ffe3a8"])]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${round(width)} ${round(height)}"><rect width="100%" height="100%" fill="${NIGHT}"/>${defineGlows(colors)}${hazes.join("")}${content}</svg>`
}
