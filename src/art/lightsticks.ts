/** Draws a crowd of lightsticks, the light tubes that fans wave at concerts. */
import { NIGHT, PALETTES } from "./palette.ts"
import type { CountryColor } from "./pictures.ts"
import { createRandom } from "./random.ts"
import { defineGlows, round } from "./svg.ts"

const UNLIT_COLOR = "#292434"

/** Color of a single lit stick, equal to the accent color of the interface. */
const SINGLE_LIGHT_COLOR = "#d4ff4f"

interface Stick {
  x: number
  y: number
  width: number
  length: number
  /** Angle in degrees clockwise. */
  tilt: number
  color: string
  opacity: number
}

const placeStick = ({ x, y, tilt }: Stick, content: string, attributes = "") =>
  `<g transform="translate(${round(x)} ${round(y)}) rotate(${round(tilt)})"${attributes}>${content}</g>`

const drawCapsule = (width: number, length: number, top: number, paint: string) =>
  `<rect x="${round(-width / 2)}" y="${round(top)}" width="${round(width)}" height="${round(length)}" rx="${round(width / 2)}" ${paint}/>`

const drawHalo = (stick: Stick, reach: number): string =>
  placeStick(
    stick,
    `<ellipse cy="${round(stick.length * 0.32)}" rx="${round((stick.width * reach) / 2)}" ry="${round(stick.length * 0.4 + (stick.width * reach) / 2.6)}" fill="url(#glow${stick.color.slice(1)})"/>`,
    ` opacity="${stick.opacity}"`,
  )

const drawLitStick = (stick: Stick): string => {
  const { width, length, color, opacity } = stick
  const core = drawCapsule(width / 3, length * 0.42, width * 0.4, 'fill="#fff" opacity=".6"')
  return placeStick(
    stick,
    drawCapsule(width, length, 0, `fill="${color}"`) + core,
    ` opacity="${opacity}"`,
  )
}

const drawDarkStick = (stick: Stick): string =>
  placeStick(
    stick,
    drawCapsule(stick.width, stick.length, 0, `fill="${UNLIT_COLOR}"`),
    ` opacity="${stick.opacity}"`,
  )

export interface Crowd {
  seed: string
  country: CountryColor
  width: number
  height: number
  /** Distance of the furthest row from the top, as a share of the height. */
  horizon?: number
  rows?: number
  /** Number of sticks in the furthest row. The nearest row has about half as many. */
  density?: number
  /** Lights only this stick. */
  only?: { row: number; index: number }
}

/** Widths of a stick's glow, as multiples of the stick's width. */
const HALO_WIDTH = 5
const SINGLE_HALO_WIDTH = 13

function createRows(crowd: Crowd, random: () => number): Stick[][] {
  const { width, height, country, rows = 5, density = 24, horizon = 0.2 } = crowd
  const { lights } = PALETTES[country]
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
        color: lights[Math.floor(random() * lights.length)] ?? NIGHT,
        opacity: round((0.3 + 0.7 * depth) * 10 * (0.72 + 0.28 * random())) / 10,
      }
    })
  })
}

function drawHaze({ country, width, height, horizon = 0.2 }: Crowd, random: () => number): string {
  const colors = PALETTES[country].haze
  return colors
    .map((color, i) => {
      const x = ((i + 0.5 + (random() - 0.5) * 0.5) / colors.length) * width
      return `<radialGradient id="haze${i}"><stop stop-color="${color}" stop-opacity=".55"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient><ellipse cx="${round(x)}" cy="${round(height * (horizon + 0.25))}" rx="${round(width * 0.45)}" ry="${round(height * 0.6)}" fill="url(#haze${i})"/>`
    })
    .join("")
}

function drawLitCrowd(crowd: Crowd, random: () => number): string {
  const rows = createRows(crowd, random)
  const drawnRows = rows.map(
    (row) =>
      row.map((stick) => drawHalo(stick, HALO_WIDTH)).join("") + row.map(drawLitStick).join(""),
  )
  return defineGlows(PALETTES[crowd.country].lights) + drawHaze(crowd, random) + drawnRows.join("")
}

function drawDarkCrowd(
  crowd: Crowd,
  only: { row: number; index: number },
  random: () => number,
): string {
  const rows = createRows(crowd, random)
  const onlyStick = rows[only.row]?.[only.index]
  const light = onlyStick && { ...onlyStick, color: SINGLE_LIGHT_COLOR, opacity: 1 }
  const drawnRows = rows.map((row) =>
    row.map((stick) => (stick === onlyStick ? "" : drawDarkStick(stick))).join(""),
  )
  if (!light) return drawnRows.join("")
  return (
    defineGlows([SINGLE_LIGHT_COLOR]) +
    drawnRows.join("") +
    drawHalo(light, SINGLE_HALO_WIDTH) +
    drawLitStick(light)
  )
}

export function drawLightsticks(crowd: Crowd): string {
  const { width, height, seed, only } = crowd
  const random = createRandom(seed)
  const sticks = only ? drawDarkCrowd(crowd, only, random) : drawLitCrowd(crowd, random)
  const sky = `<linearGradient id="sky" x2="0" y2="1"><stop stop-color="${NIGHT}" stop-opacity=".8"/><stop offset=".45" stop-color="${NIGHT}" stop-opacity="0"/></linearGradient>`
  const fullSize = 'width="100%" height="100%"'
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect ${fullSize} fill="${NIGHT}"/>${sticks}${sky}<rect ${fullSize} fill="url(#sky)"/></svg>`
}
