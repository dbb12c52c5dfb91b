/** Lightstick art: a crowd of glowing sticks, drawn from a seed. The brand's picture. */
import type { Place } from "./places.ts"
import { randomFrom } from "./random.ts"

const NIGHT = "#120f1a"

/** The one light in a dark hall: the accent of the interface. */
const ONLY = "#d4ff4f"

/** Each place's sticks, and the light that they throw into the haze. */
const TINTS: Record<Place, { sticks: string[]; haze: string[] }> = {
  ee: { sticks: ["#4f9dff", "#2f6fe4", "#a8d4ff", "#7db8ff"], haze: ["#1d4fb8", "#2f6fe4"] },
  lv: { sticks: ["#ff4d74", "#c21a47", "#ffb3c4", "#ff7d9a"], haze: ["#8f1238", "#c9305a"] },
  lt: { sticks: ["#ffc02e", "#2fa36b", "#ffe08a", "#f59a1d"], haze: ["#8a5a06", "#1f7a4e"] },
  all: { sticks: ["#4f9dff", "#ff4d74", "#ffc02e"], haze: ["#1d4fb8", "#8f1238", "#8a5a06"] },
}

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

const round = (value: number) => Math.round(value * 10) / 10

function stick(x: number, y: number, width: number, length: number, tilt: number, fill: string) {
  const w = round(width)
  const core = `<rect x="${round(-width / 6)}" y="${round(width * 0.4)}" width="${round(width / 3)}" height="${round(length * 0.42)}" rx="${round(width / 6)}" fill="#fff" opacity=".6"/>`
  return {
    body: `<g transform="translate(${round(x)} ${round(y)}) rotate(${round(tilt)})"><rect x="${round(-width / 2)}" width="${w}" height="${round(length)}" rx="${round(width / 2)}" fill="${fill}"/>${core}</g>`,
    glow: `<rect transform="translate(${round(x)} ${round(y)}) rotate(${round(tilt)})" x="${round(-width * 0.8)}" y="${round(-width * 0.4)}" width="${round(width * 1.6)}" height="${round(length * 0.7)}" rx="${round(width * 0.8)}" fill="${fill}"/>`,
    dark: `<rect transform="translate(${round(x)} ${round(y)}) rotate(${round(tilt)})" x="${round(-width / 2)}" width="${w}" height="${round(length)}" rx="${round(width / 2)}" fill="#292434"/>`,
  }
}

/** One picture as SVG. The same crowd always gives the same text. */
export function lightsticks(crowd: Crowd): string {
  const { width, height, place, rows = 5, density = 24, horizon = 0.2 } = crowd
  const random = randomFrom(crowd.seed)
  const { sticks, haze } = TINTS[place]
  const pick = (list: string[]) => list[Math.floor(random() * list.length)] ?? NIGHT
  // A crowd sways to one beat, in a wave that runs through it.
  const sway = (random() - 0.5) * 22
  const wave = 0.6 + random() * 1.4
  const phase = random() * Math.PI * 2

  let onTop = ""
  const layers = Array.from({ length: rows }, (_, row) => {
    const depth = (row + 1) / rows
    const count = Math.round(density * (1 - depth * 0.52))
    const stickWidth = (width / count) * 0.34
    const parts = Array.from({ length: count + 2 }, (_, index) => {
      const across = (index - 0.5 + (random() - 0.5) * 0.6) / count
      const beat = Math.sin(across * Math.PI * 2 * wave + phase + row * 0.5)
      const length = height * (0.12 + 0.3 * depth) * (0.75 + random() * 0.5)
      const top =
        height * (horizon + ((0.84 - horizon) * row) / rows) +
        height * (0.045 * beat + (random() - 0.5) * 0.07)
      const tilt = sway * beat + (random() - 0.5) * 15
      const isOnly = crowd.only?.row === row && crowd.only.index === index
      const isLit = !crowd.only || isOnly
      const fill = pick(sticks)
      const drawn = stick(across * width, top, stickWidth, length, tilt, isOnly ? ONLY : fill)
      if (isOnly) onTop = drawn.body
      const opacity = round((0.3 + 0.7 * depth) * 10 * (0.72 + 0.28 * random())) / 10
      return { ...drawn, isLit, opacity }
    })
    const glow = parts
      .filter((part) => part.isLit)
      .map((part) => part.glow)
      .join("")
    const bodies = parts
      .map((part) => `<g opacity="${part.opacity}">${part.isLit ? part.body : part.dark}</g>`)
      .join("")
    const blur = round(stickWidth * (crowd.only ? 2.2 : 1.1))
    const strength = crowd.only ? 1 : round(0.25 + 0.3 * depth)
    return `<filter id="b${row}" filterUnits="userSpaceOnUse" x="0" y="0" width="${width}" height="${height}"><feGaussianBlur stdDeviation="${blur}"/></filter><g filter="url(#b${row})" opacity="${strength}">${glow}</g>${bodies}`
  })

  const lights = crowd.only
    ? ""
    : haze
        .map((color, index) => {
          const x = ((index + 0.5 + (random() - 0.5) * 0.5) / haze.length) * width
          return `<radialGradient id="h${index}"><stop stop-color="${color}" stop-opacity=".55"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient><ellipse cx="${round(x)}" cy="${round(height * (horizon + 0.25))}" rx="${round(width * 0.45)}" ry="${round(height * 0.6)}" fill="url(#h${index})"/>`
        })
        .join("")

  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="${NIGHT}"/>${lights}${layers.join("")}${onTop}<linearGradient id="top" x2="0" y2="1"><stop stop-color="${NIGHT}" stop-opacity=".8"/><stop offset=".45" stop-color="${NIGHT}" stop-opacity="0"/></linearGradient><rect width="100%" height="100%" fill="url(#top)"/></svg>`
}
