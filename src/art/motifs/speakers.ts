import { getLight } from "../palette.ts"
import { drawGlow, type Frame, joinEach, randomBetween, round } from "../svg.ts"

/** Draws a speaker cone with its middle at 0, 0. `power` is the opacity of its light. */
function drawCone(r: number, color: string, power: number): string {
  const ring = (share: number, paint: string) => `<circle r="${round(r * share)}" ${paint}/>`
  return (
    `<circle r="${round(r * 1.9)}" fill="url(#glow${color.slice(1)})" opacity="${round(power * 10) / 10}"/>` +
    ring(1, 'fill="#0c0912"') +
    ring(0.96, `fill="none" stroke="${color}" stroke-width="${round(r * 0.075)}"`) +
    ring(0.96, `fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="${round(r * 0.022)}"`) +
    ring(0.83, 'fill="url(#paper)"') +
    ring(0.66, 'fill="none" stroke="#0c0912" stroke-opacity=".5" stroke-width="2"') +
    ring(0.5, 'fill="none" stroke="#0c0912" stroke-opacity=".5" stroke-width="2"') +
    ring(0.34, 'fill="#15101e"') +
    `<ellipse cx="${round(-r * 0.08)}" cy="${round(-r * 0.1)}" rx="${round(r * 0.2)}" ry="${round(r * 0.16)}" fill="${color}" opacity=".75"/>` +
    `<ellipse cx="${round(-r * 0.11)}" cy="${round(-r * 0.14)}" rx="${round(r * 0.08)}" ry="${round(r * 0.06)}" fill="#fff" opacity=".75"/>`
  )
}

type CabinetKind = "single" | "mixed" | "horn" | "pair"

/** Draws a speaker cabinet with its upper left corner at 0, 0. `color` and `otherColor` light its cones. */
function drawCabinet(
  kind: CabinetKind,
  w: number,
  h: number,
  color: string,
  otherColor: string,
): string {
  const screws = [
    [12, 12],
    [w - 12, 12],
    [12, h - 12],
    [w - 12, h - 12],
  ]
    .map(([x = 0, y = 0]) => `<circle cx="${round(x)}" cy="${round(y)}" r="3.4" fill="#4a4260"/>`)
    .join("")
  const box = `<rect width="${round(w)}" height="${round(h)}" rx="12" fill="#221a30"/><rect x="2" y="2" width="${round(w - 4)}" height="${round(h - 4)}" rx="10" fill="none" stroke="#4b3f66" stroke-width="2.5"/>`
  const placeAt = (x: number, y: number, content: string) =>
    `<g transform="translate(${round(x)} ${round(y)})">${content}</g>`
  const inside = {
    single: () => placeAt(w / 2, h / 2, drawCone(Math.min(w, h) * 0.41, color, 0.8)),
    mixed: () =>
      placeAt(w / 2, h * 0.66, drawCone(Math.min(w * 0.4, h * 0.28), color, 0.8)) +
      placeAt(w / 2, h * 0.22, drawCone(Math.min(w * 0.22, h * 0.14), otherColor, 0.9)),
    pair: () => {
      const r = Math.min(w * 0.21, h * 0.4)
      return (
        placeAt(w * 0.27, h / 2, drawCone(r, color, 0.8)) +
        placeAt(w * 0.73, h / 2, drawCone(r, otherColor, 0.8))
      )
    },
    horn: () => {
      const slots = joinEach(
        5,
        (i) =>
          `<rect x="${round(w * 0.1)}" y="${round(h * (0.17 + i * 0.145))}" width="${round(w * 0.8)}" height="${round(h * 0.075)}" rx="${round(h * 0.037)}" fill="${i % 2 ? otherColor : color}" opacity="${0.95 - i * 0.13}"/>`,
      )
      return `<rect x="${round(w * 0.06)}" y="${round(h * 0.1)}" width="${round(w * 0.88)}" height="${round(h * 0.8)}" rx="10" fill="#0c0912"/>${slots}`
    },
  }
  return box + inside[kind]() + screws
}

/** Draws stacks of speakers, with sound waves around the highest stack. */
export function drawSpeakers({ width, height, country, number, random }: Frame): string {
  const isTall = height > width
  const wideColumns = number % 2 ? 4 : 6
  const columns = isTall ? 3 : wideColumns
  const gap = width * 0.012
  const ground = height * 1.02
  // Upper ends of the stacks, as shares of the height.
  const tops = Array.from({ length: columns }, (_, i) => {
    // Stacks are lower the farther they are from the highest one, at 20 % or 80 % of the width.
    const slope = Math.abs(i / (columns - 1) - (number % 2 ? 0.2 : 0.8))
    return randomBetween(random, 0.08, 0.2) + slope * (isTall ? 0.2 : 0.42)
  })
  let x = -width * 0.03
  const totalWidth = width * 1.06
  const widths = tops.map(() => randomBetween(random, 0.8, 1.25))
  const sum = widths.reduce((a, b) => a + b, 0)
  // Stacks of tall pictures begin farther down.
  const lowering = isTall ? 0.42 : 0
  const stacks = tops.map((top, i) => {
    const w = (totalWidth * (widths[i] ?? 1)) / sum - gap
    const left = x
    x += w + gap
    let y = ground
    const end = height * (top + lowering)
    const boxes: string[] = []
    let n = 0
    while (y > end + 40) {
      const kind =
        (["single", "mixed", "pair", "single", "horn", "mixed"] as CabinetKind[])[
          Math.floor(random() * 6)
        ] ?? "single"
      const ratio = { single: 0.96, mixed: 1.45, pair: 0.52, horn: 0.4 }[kind]
      const h = Math.min(w * ratio, height * 0.72)
      y -= h
      boxes.push(
        `<g transform="translate(${round(left)} ${round(y)})">${drawCabinet(kind, w, h, getLight(country, i + n), getLight(country, i + n + 1))}</g>`,
      )
      y -= 5
      n += 1
    }
    return { boxes: boxes.join(""), top: y, middle: left + w / 2 }
  })
  const source = stacks.toSorted((a, b) => a.top - b.top)[0]
  const [sx, sy] = [source?.middle ?? width / 2, (source?.top ?? 0) + height * 0.18]
  const waves = joinEach(
    9,
    (i) =>
      `<circle cx="${round(sx)}" cy="${round(sy)}" r="${round(height * 0.2 + i * Math.max(width, height) * 0.085)}" fill="none" stroke="${getLight(country, i)}" stroke-width="${round(9 - i * 0.6)}" opacity="${round((0.5 - i * 0.045) * 100) / 100}"/>`,
  )
  const light = stacks
    .map(({ middle, top }, i) =>
      drawGlow(middle, top + height * 0.1, width * 0.26, height * 0.5, getLight(country, i), 0.8),
    )
    .join("")
  const paper =
    '<radialGradient id="paper" cx=".42" cy=".38"><stop stop-color="#3a2f52"/><stop offset=".55" stop-color="#2a2140"/><stop offset="1" stop-color="#171124"/></radialGradient>'
  return paper + light + waves + stacks.map(({ boxes }) => boxes).join("")
}
