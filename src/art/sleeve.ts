/** Draws record sleeves for songs and albums without a picture. */
import { SLEEVES, SLEEVES_PER_SHEET } from "./pictures.ts"
import { createRandom } from "./random.ts"
import { joinEach } from "./svg.ts"

const BACKGROUND_COLORS = [
  "#1b2a5e",
  "#5a1230",
  "#6a4408",
  "#16443a",
  "#35205c",
  "#2a2536",
  "#0f4a5c",
  "#7a2a1c",
]
const LIGHT_COLORS = ["#5aa9ff", "#ff5a7d", "#ffc23d", "#d4ff4f", "#ffffff", "#59d6a6"]

/** Random numbers and colors of one sleeve. Drawings have 160 × 160 units. */
interface Paint {
  random: () => number
  color(index: number): string
}

function drawSticks({ random, color }: Paint): string {
  const count = 3 + Math.floor(random() * 3)
  const lean = -40 + random() * 80
  return joinEach(count, (i) => {
    const x = Math.round(((i + 0.5) / count) * 150 + 5)
    const y = Math.round(14 + random() * 46)
    const tilt = Math.round(lean + (random() - 0.5) * 26)
    return `<g transform="rotate(${tilt} 80 80) translate(${x} ${y})"><rect x="-9" width="18" height="170" rx="9" fill="${color(i)}" opacity=".92"/><rect x="-3" y="8" width="6" height="58" rx="3" fill="#fff" opacity=".6"/></g>`
  })
}

function drawRings({ random, color }: Paint): string {
  const [x, y] = [Math.round(30 + random() * 100), Math.round(30 + random() * 100)]
  const step = 14 + Math.round(random() * 12)
  return joinEach(
    6,
    (i) =>
      `<circle cx="${x}" cy="${y}" r="${(6 - i) * step}" fill="${i % 2 ? "#120f1a" : color(i / 2)}" ${i % 2 ? 'opacity=".85"' : ""}/>`,
  )
}

function drawTape({ random, color }: Paint): string {
  const turn = Math.round(random() * 40 - 20)
  const wide = 16 + Math.round(random() * 16)
  const strip = (tilt: number, paint: string) =>
    `<rect x="-100" y="${-wide / 2}" width="200" height="${wide}" transform="rotate(${tilt})" fill="${paint}"/>`
  return `<g transform="translate(80 80) rotate(${turn})"><circle r="${44 + Math.round(random() * 22)}" fill="${color(2)}" opacity=".35"/>${strip(45, color(0))}${strip(-45, color(1))}</g>`
}

function drawRays({ random, color }: Paint): string {
  const x = random() < 0.5 ? 0 : 160
  const count = 5 + Math.floor(random() * 4)
  const turn = random() * 12
  const rays = joinEach(count, (i) => {
    const angle = ((i * 2 * 90) / (count * 2 - 1) + turn - 6) * (x ? -1 : 1) + (x ? 180 : 0)
    return `<path d="M0 0L240 ${x ? 16 : -16}V${x ? -16 : 16}Z" transform="translate(${x} 0) rotate(${Math.round(angle)})" fill="${color(i)}" opacity=".85"/>`
  })
  return `${rays}<circle cx="${x}" r="${20 + Math.round(random() * 16)}" fill="#fff"/>`
}

function drawCards({ random, color }: Paint): string {
  const spread = 14 + random() * 14
  const all = joinEach(
    3,
    (i) =>
      `<g transform="rotate(${Math.round((i - 1) * spread)})"><rect x="-30" y="-112" width="60" height="88" rx="8" fill="${color(i)}" stroke="#120f1a" stroke-width="3"/><path transform="translate(0 -68) scale(2.1)" d="M0 6C-10-1-7-8-3-8C-1-8 0-6 0-5C0-6 1-8 3-8C7-8 10-1 0 6Z" fill="#120f1a" opacity=".75"/></g>`,
  )
  return `<g transform="translate(80 ${Math.round(146 + random() * 12)}) rotate(${Math.round(random() * 24 - 12)})">${all}</g>`
}

function drawNight({ random, color }: Paint): string {
  const [x, y, r] = [30 + random() * 100, 34 + random() * 26, 18 + random() * 16].map(Math.round)
  const hill = (i: number) => {
    const top = 84 + i * 24
    const [a, b] = [Math.round(random() * 44 - 22), Math.round(random() * 44 - 22)]
    return `<path d="M0 ${top}C50 ${top + a} 110 ${top + b} 160 ${top}V160H0Z" fill="${color(i + 1)}" opacity="${0.95 - i * 0.12}"/>`
  }
  return `<circle cx="${x}" cy="${y}" r="${r}" fill="${color(0)}"/>${joinEach(3, hill)}`
}

const DRAWINGS = [drawSticks, drawRings, drawTape, drawRays, drawCards, drawNight]

/** Returns a sleeve as SVG of 160 × 160 units. Equal numbers give equal SVG. */
export function drawSleeve(number: number): string {
  const random = createRandom(`sleeve-${number}`)
  const background = BACKGROUND_COLORS[Math.floor(random() * BACKGROUND_COLORS.length)]
  const from = Math.floor(random() * LIGHT_COLORS.length)
  const step = random() < 0.5 ? 1 : LIGHT_COLORS.length - 1
  const color = (index: number) =>
    LIGHT_COLORS[(from + Math.floor(index) * step) % LIGHT_COLORS.length] ?? "#ffffff"
  // Pages show sleeves in a grid. The shift gives neighbors in a row or column different drawings.
  const drawingIndex = (number + 2 * Math.floor(number / DRAWINGS.length)) % DRAWINGS.length
  const draw = DRAWINGS[drawingIndex] ?? drawSticks
  return `<rect y="-2" width="160" height="164" fill="${background}"/>${draw({ random, color })}`
}

/** Returns a file with one sleeve, for pages that show it large on their first screen. */
export const drawSingleSleeve = (number: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="320" viewBox="0 0 160 160">${drawSleeve(number)}</svg>`

/** Units between two sleeves, so that a scaled sleeve does not show the edge of the next sleeve. */
const GAP = 4

export const drawSleeveSheets = (): string[] =>
  Array.from({ length: SLEEVES / SLEEVES_PER_SHEET }, (_, sheet) => {
    const all = Array.from({ length: SLEEVES_PER_SHEET }, (_, row) => {
      const drawn = drawSleeve(sheet * SLEEVES_PER_SHEET + row)
      return `<svg y="${row * (160 + GAP) - GAP / 2}" width="160" height="${160 + GAP}" viewBox="0 ${-GAP / 2} 160 ${160 + GAP}">${drawn}</svg>`
    })
    const height = SLEEVES_PER_SHEET * (160 + GAP) - GAP
    return `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="${2 * height}" viewBox="0 0 160 ${height}">${all.join("")}</svg>`
  })
