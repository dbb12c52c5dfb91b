/** Lightstick art: a crowd of glowing sticks, drawn from a seed. The brand's picture. */
import type { Place } from "./places.ts"
import { randomFrom } from "./random.ts"
import { darkStick, halo, haloGradients, litStick, round, type Stick } from "./stick.ts"
import { NIGHT, ONLY, TINTS } from "./tints.ts"

export interface Crowd {
  seed: string
  place: Place
  width: number
  height: number
  /** Where the furthest row stands, as a share of the height. */
  horizon?: number
  rows?: number
  /** Sticks in the furthest row; the nearest has about half. */
  density?: number
  /** The only stick that shines; by default all do. */
  only?: { row: number; index: number }
}

/** How far light reaches, in widths of a stick. */
const REACH = 5
const REACH_IN_THE_DARK = 13

/** The rows of a crowd, the furthest first. */
function standing(crowd: Crowd, random: () => number): Stick[][] {
  const { width, height, place, rows = 5, density = 24, horizon = 0.2 } = crowd
  const { sticks } = TINTS[place]
  // A crowd sways to one beat, in a wave that runs through it.
  const sway = (random() - 0.5) * 22
  const wave = 0.6 + random() * 1.4
  const phase = random() * Math.PI * 2

  return Array.from({ length: rows }, (_, row) => {
    const depth = (row + 1) / rows
    const count = Math.round(density * (1 - depth * 0.52))
    return Array.from({ length: count + 2 }, (_, index) => {
      const across = (index - 0.5 + (random() - 0.5) * 0.6) / count
      const beat = Math.sin(across * Math.PI * 2 * wave + phase + row * 0.5)
      const length = height * (0.12 + 0.3 * depth) * (0.75 + random() * 0.5)
      const top = horizon + ((0.84 - horizon) * row) / rows + 0.045 * beat
      return {
        x: across * width,
        y: height * (top + (random() - 0.5) * 0.07),
        width: (width / count) * 0.34,
        length,
        tilt: sway * beat + (random() - 0.5) * 15,
        color: sticks[Math.floor(random() * sticks.length)] ?? NIGHT,
        opacity: round((0.3 + 0.7 * depth) * 10 * (0.72 + 0.28 * random())) / 10,
      }
    })
  })
}

function haze({ place, width, height, horizon = 0.2 }: Crowd, random: () => number): string {
  const colors = TINTS[place].haze
  return colors
    .map((color, i) => {
      const x = ((i + 0.5 + (random() - 0.5) * 0.5) / colors.length) * width
      return `<radialGradient id="haze${i}"><stop stop-color="${color}" stop-opacity=".55"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient><ellipse cx="${round(x)}" cy="${round(height * (horizon + 0.25))}" rx="${round(width * 0.45)}" ry="${round(height * 0.6)}" fill="url(#haze${i})"/>`
    })
    .join("")
}

function lit(crowd: Crowd, random: () => number): string {
  const rows = standing(crowd, random)
  const crowds = rows.map(
    (row) => row.map((stick) => halo(stick, REACH)).join("") + row.map(litStick).join(""),
  )
  return haloGradients(TINTS[crowd.place].sticks) + haze(crowd, random) + crowds.join("")
}

function dark(crowd: Crowd, only: { row: number; index: number }, random: () => number): string {
  const rows = standing(crowd, random)
  const found = rows[only.row]?.[only.index]
  const light = found && { ...found, color: ONLY, opacity: 1 }
  const crowds = rows.map((row) =>
    row.map((stick) => (stick === found ? "" : darkStick(stick))).join(""),
  )
  if (!light) return crowds.join("")
  return haloGradients([ONLY]) + crowds.join("") + halo(light, REACH_IN_THE_DARK) + litStick(light)
}

/** One picture as SVG. The same crowd always gives the same text. */
export function lightsticks(crowd: Crowd): string {
  const { width, height, seed, only } = crowd
  const random = randomFrom(seed)
  const sticks = only ? dark(crowd, only, random) : lit(crowd, random)
  const sky = `<linearGradient id="sky" x2="0" y2="1"><stop stop-color="${NIGHT}" stop-opacity=".8"/><stop offset=".45" stop-color="${NIGHT}" stop-opacity="0"/></linearGradient>`
  const whole = 'width="100%" height="100%"'
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect ${whole} fill="${NIGHT}"/>${sticks}${sky}<rect ${whole} fill="url(#sky)"/></svg>`
}
