/** What the demo's pictures are drawn of: lights in the dark, in the colors of the lightsticks. */

export const NIGHT = "#120f1a"
export const DIM = "#2b2538"
export const LINE = "#4a4260"
export const WHITE = "#f4f0ff"
export const LIME = "#d4ff4f"
export const BLUE = "#4f9dff"
export const PINK = "#ff4d74"
export const YELLOW = "#ffc02e"
export const GREEN = "#3fd08a"
const LIGHTS = [BLUE, PINK, YELLOW, GREEN, WHITE, LIME]

export interface Scene {
  width: number
  height: number
  svg: string
}

export const round = (value: number) => Math.round(value * 10) / 10

export const each = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(index)).join("")

/** Points that are written as `x,y x,y`. */
export const pointsOf = (text: string): number[][] =>
  text.split(" ").map((point) => point.split(",").map(Number))

export const pick = <T>(list: readonly [T, ...T[]] | T[], index: number): T => {
  const one = list[index % list.length]
  if (one === undefined) throw new Error("There is nothing to pick from")
  return one
}

/** A place between two colors of haze. */
export const scene = (height: number, haze: [string, string], content: string): Scene => {
  const glows = LIGHTS.map(
    (color, i) =>
      `<radialGradient id="g${i}"><stop stop-color="${color}" stop-opacity=".6"/><stop offset=".4" stop-color="${color}" stop-opacity=".18"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient>`,
  )
  const hazes = haze.map(
    (color, i) =>
      `<radialGradient id="h${i}"><stop stop-color="${color}" stop-opacity=".26"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient><ellipse cx="${i ? 1060 : 220}" cy="${height * (i ? 0.78 : 0.2)}" rx="760" ry="${height * 0.85}" fill="url(#h${i})"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="${height}" viewBox="0 0 1280 ${height}" fill="none" stroke-linecap="round" stroke-linejoin="round"><rect width="1280" height="${height}" fill="${NIGHT}"/>${glows.join("")}${hazes.join("")}${content}</svg>`
  return { width: 1280, height, svg }
}

export const line = (d: string, color: string, width: number, more = "") =>
  `<path d="${d}" stroke="${color}" stroke-width="${width}" ${more}/>`

export const dot = (x: number, y: number, r: number, color: string) =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${r}" fill="${color}"/>`

/** A dot that shines. */
export const light = (x: number, y: number, r: number, color: string, reach = 4) =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r * reach)}" fill="url(#g${LIGHTS.indexOf(color)})"/>${dot(x, y, r, color)}<circle cx="${round(x)}" cy="${round(y)}" r="${round(r * 0.42)}" fill="#fff" opacity=".7"/>`

/** A line that shines: wider ones below it, since blur filters take ten times as long. */
export const neon = (d: string, color: string, width: number) =>
  line(d, color, width + 34, 'opacity=".05"') +
  line(d, color, width + 20, 'opacity=".09"') +
  line(d, color, width + 9, 'opacity=".16"') +
  line(d, color, width) +
  line(d, "#fff", width * 0.3, 'opacity=".55"')

/** A lightstick that stands on its point. */
export const stick = (x: number, y: number, size: number, color: string, tilt = 0) =>
  `<g transform="rotate(${tilt} ${x} ${y})"><ellipse cx="${x}" cy="${round(y - size * 0.66)}" rx="${round(size * 0.8)}" ry="${round(size * 0.95)}" fill="url(#g${LIGHTS.indexOf(color)})"/>${line(`M${x} ${y}V${round(y - size * 0.35)}`, LINE, round(size * 0.16))}${line(`M${x} ${round(y - size * 0.5)}V${round(y - size * 0.85)}`, color, round(size * 0.3))}${line(`M${x} ${round(y - size * 0.62)}V${round(y - size * 0.8)}`, "#fff", round(size * 0.09), 'opacity=".7"')}</g>`

export const pine = (x: number, y: number, size: number, color = "#1f2a2b") =>
  `<path d="M${round(x)} ${round(y - size)}l${round(size * 0.3)} ${round(size)}h${round(-size * 0.6)}z" fill="${color}"/>`

/** A dancer in light, `size` tall, feet at x, y; the joints are shares of the size, from the feet. */
export function dancer(x: number, y: number, size: number, color: string, pose: string[]) {
  const at = ([across = 0, up = 0]: number[]) =>
    `${round(x + across * size)} ${round(y - up * size)}`
  const limbs = pose.map(pointsOf)
  const path = limbs.map((joints) => `M${joints.map(at).join("L")}`).join("")
  const head = limbs[0]?.[0]?.[0] ?? 0
  const glow = `<circle cx="${round(x + head * size)}" cy="${round(y - size * 0.9)}" r="${round(size * 0.2)}" fill="url(#g${LIGHTS.indexOf(color)})"/>`
  return (
    glow +
    neon(path, color, round(size * 0.05)) +
    dot(x + head * size, y - size * 0.91, round(size * 0.07), color)
  )
}

export const OPEN = [
  "-0.03,0.8 0,0.68 0.04,0.46",
  "0.04,0.46 -0.14,0.3 -0.17,0.02 -0.23,0",
  "0.04,0.46 0.17,0.24 0.27,0.02 0.33,0.01",
  "-0.02,0.75 -0.19,0.62 -0.31,0.81",
  "-0.02,0.75 0.18,0.7 0.33,0.56",
]
export const REACH = [
  "0.05,0.8 0.02,0.66 -0.05,0.46",
  "-0.05,0.46 -0.08,0.22 -0.26,0.03 -0.32,0.03",
  "-0.05,0.46 0.13,0.32 0.1,0.02 0.17,0",
  "0.04,0.75 -0.13,0.82 -0.1,1.05",
  "0.04,0.75 0.22,0.72 0.38,0.88",
]
