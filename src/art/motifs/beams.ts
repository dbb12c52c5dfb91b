import { getLight } from "../palette.ts"
import { drawGlow, drawPolygon, type Frame, joinEach, randomBetween, round } from "../svg.ts"

/** SVG path data of a dancer with a height of 100 units, standing at 0, 0. `head` is the center of the head. */
interface Pose {
  head: string
  body: string
  legs: string
  arms: string
}

const POSES: Pose[] = [
  {
    head: "-2 -88",
    body: "M-12-73L9-72L8-45L-7-44Z",
    legs: "M-3-46L-13-24L-16-2M4-46L19-27L17-2",
    arms: "M-11-71L-25-60L-16-48M8-70L24-76L35-92",
  },
  {
    head: "6 -86",
    body: "M-6-73L14-70L6-44L-9-46Z",
    legs: "M-5-46L-24-30L-38-3M2-46L12-24L9-2",
    arms: "M-5-71L-20-80L-17-98M13-68L29-60L42-68",
  },
  {
    head: "0 -88",
    body: "M-11-72L11-72L7-45L-7-45Z",
    legs: "M-4-46L-12-24L-10-2M4-46L13-24L12-2",
    arms: "M-10-70L-22-84L-8-101M10-70L22-84L9-101",
  },
  {
    head: "-5 -85",
    body: "M-15-70L6-74L9-46L-6-43Z",
    legs: "M-2-45L-18-26L-12-2M6-46L21-22L32-3",
    arms: "M-14-68L-30-72L-43-62M6-72L17-56L4-50",
  },
  {
    head: "3 -87",
    body: "M-9-73L12-72L9-46L-6-45Z",
    legs: "M-3-46L-9-23L-19-3M5-46L11-25L20-3",
    arms: "M-8-71L-20-58L-34-64M11-70L21-88L15-106",
  },
]

/** Draws a dancer with their feet at x, y. `color` is the light behind the dancer; `hair` selects the hair. */
function drawDancer(
  x: number,
  y: number,
  size: number,
  { head, body, legs, arms }: Pose,
  color: string,
  hair: number,
) {
  const line = (d: string, width: number, paint: string) =>
    `<path d="${d}" stroke="${paint}" stroke-width="${width}"/>`
  const drawHair = (paint: string, extraWidth: number) =>
    [
      "",
      `<path d="M-3-6Q-16-4-15 12" stroke="${paint}" stroke-width="${5 + extraWidth}"/>`,
      `<path d="M-8-4Q-11 8-8 13H8Q11 8 8-4Z" fill="${paint}" stroke="${paint}" stroke-width="${1 + extraWidth}"/>`,
    ][hair % 3]
  const silhouette = (paint: string, extraWidth: number) =>
    line(legs, 10 + extraWidth, paint) +
    line(arms, 6.5 + extraWidth, paint) +
    `<path d="${body}" fill="${paint}" stroke="${paint}" stroke-width="${4 + extraWidth}"/>` +
    `<g transform="translate(${head})"><ellipse rx="${7.4 + extraWidth / 2}" ry="${8.6 + extraWidth / 2}" fill="${paint}"/>${drawHair(paint, extraWidth)}</g>`
  return `<g transform="translate(${round(x)} ${round(y)}) scale(${round(size) / 100})" fill="none" stroke-linecap="round" stroke-linejoin="round"><g opacity=".4">${silhouette(color, 5)}</g>${silhouette("#0c0912", 0)}</g>`
}

/** Draws dancers on a stage below beams of light, with an audience in front. */
export function drawBeams({ width, height, country, number, random }: Frame): string {
  const isTall = height > width
  // One pixel of a picture that is 1280 pixels wide, or 760 pixels if it is upright.
  const unit = isTall ? width / 760 : width / 1280
  // Distances from the top to the rig with the lamps, and to the stage's edge.
  const truss = height * (isTall ? 0.05 : 0.09)
  const stage = height * randomBetween(random, 0.7, 0.74) * (isTall ? 1.12 : 1)
  const middle =
    width * (number % 2 ? randomBetween(random, 0.34, 0.42) : randomBetween(random, 0.54, 0.64))
  const count = isTall ? 7 : 9
  const sweep = randomBetween(random, -0.22, 0.22)
  // Each lamp hangs at `x`. Its beam meets the stage at `to`.
  const lamps = Array.from({ length: count }, (_, i) => {
    const x = width * ((i + 0.5) / count)
    const color = getLight(country, i + number)
    const to = middle + (middle - x) * randomBetween(random, 0.15, 0.75) + sweep * width
    return { x, color, to }
  })
  const gradients = lamps
    .map(
      ({ color }, i) =>
        `<linearGradient id="beam${i}" x2="0" y2="1"><stop stop-color="${color}" stop-opacity=".95"/><stop offset=".3" stop-color="${color}" stop-opacity=".5"/><stop offset="1" stop-color="${color}" stop-opacity=".05"/></linearGradient>`,
    )
    .join("")
  const beam = (i: number, x: number, to: number, halfWidth: number, end: number) =>
    drawPolygon(
      [
        [x - 5 * unit, truss + 18 * unit],
        [x + 5 * unit, truss + 18 * unit],
        [to + halfWidth, end],
        [to - halfWidth, end],
      ],
      `fill="url(#beam${i})"`,
    )
  const lampBeams = lamps
    .map(({ x, to, color }, i) => {
      const halfWidth = randomBetween(random, 52, 96) * unit
      return (
        beam(i, x, to, halfWidth, stage + 14 * unit) +
        beam(i, x, to, halfWidth * 0.36, stage + 14 * unit) +
        `<ellipse cx="${round(to)}" cy="${round(stage + 12 * unit)}" rx="${round(halfWidth)}" ry="${round(halfWidth * 0.17)}" fill="${color}" opacity=".45"/>`
      )
    })
    .join("")
  const upwardBeams = joinEach(4, (i) => {
    const x = middle + (i - 1.5) * width * 0.19
    return `<path d="M${round(x - 4 * unit)} ${round(stage)}L${round(x + (i - 1.5) * width * 0.22 - 30 * unit)} 0h${round(60 * unit)}L${round(x + 4 * unit)} ${round(stage)}Z" fill="${getLight(country, i + 1)}" opacity=".2"/>`
  })
  const bars = `<path d="M0 ${round(truss - 17 * unit)}H${width}M0 ${round(truss + 9 * unit)}H${width}" stroke="#453a5e" stroke-width="${round(6 * unit)}"/><path d="M0 ${round(truss + 9 * unit)}${joinEach(Math.ceil(width / (26 * unit)), (i) => `L${round((i + 1) * 26 * unit)} ${round(truss + (i % 2 ? 9 : -17) * unit)}`)}" stroke="#352c49" stroke-width="${round(3 * unit)}" fill="none"/>`
  const lampHeads = lamps
    .map(({ x, to, color }) => {
      const tilt = (Math.atan2(x - to, stage - truss) * 180) / Math.PI
      return `<g transform="translate(${round(x)} ${round(truss + 12 * unit)}) rotate(${round(tilt)}) scale(${round(unit * 100) / 100})"><rect x="-13" y="-14" width="26" height="30" rx="8" fill="#2b2340" stroke="#4b3f66" stroke-width="2"/><ellipse cy="17" rx="12" ry="5" fill="#fff"/></g>${drawGlow(x, truss + 28 * unit, 62 * unit, 62 * unit, color)}`
    })
    .join("")
  const floor =
    `<rect y="${round(stage)}" width="${width}" height="${round(height - stage)}" fill="#2a2138"/>` +
    `<rect y="${round(stage)}" width="${width}" height="${round(5 * unit)}" fill="${getLight(country, 2)}"/><rect y="${round(stage + 1.5 * unit)}" width="${width}" height="${round(1.6 * unit)}" fill="#fff" opacity=".8"/>` +
    drawGlow(middle, stage, width * 0.6, height * 0.14, getLight(country, 2), 0.9)
  const [firstPose, step] = [Math.floor(random() * 5), number % 2 ? 0 : 2]
  const dancers = joinEach(5, (i) => {
    const fromMiddle = i - 2
    const size = (182 - Math.abs(fromMiddle) * 12) * unit
    const pose = POSES[(firstPose + i * step) % POSES.length]
    return pose
      ? drawDancer(
          middle + fromMiddle * 112 * unit,
          stage + (5 - Math.abs(fromMiddle) * 2) * unit,
          size,
          pose,
          getLight(country, i),
          firstPose + i * 2,
        )
      : ""
  })
  const backlight =
    drawGlow(middle, stage - 90 * unit, width * 0.34, height * 0.34, getLight(country, 0), 1) +
    drawGlow(middle, stage - 60 * unit, width * 0.2, height * 0.22, "#ffffff", 0.5)
  const confetti = joinEach(46, () => {
    const [x, y] = [random() * width, truss + random() ** 1.4 * (stage - truss)]
    const size = randomBetween(random, 3, 7.5) * unit
    return `<rect x="${round(x)}" y="${round(y)}" width="${round(size)}" height="${round(size * 0.55)}" transform="rotate(${Math.round(random() * 180)} ${round(x)} ${round(y)})" fill="${random() < 0.2 ? "#fff" : getLight(country, random() * 4)}" opacity=".85"/>`
  })
  const audience = joinEach(2, (row) => {
    const n = Math.round((isTall ? 9 : 16) - row * (isTall ? 2 : 4))
    return joinEach(n + 1, (i) => {
      const x = ((i + (row ? 0 : 0.5) + (random() - 0.5) * 0.4) / n) * width
      const r = (24 + row * 11) * unit * randomBetween(random, 0.9, 1.12)
      const y = height * (row ? 0.97 : 0.885) + (random() - 0.5) * 18 * unit
      const color = row ? "#0a0710" : "#1c1628"
      const shape = `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}" fill="${color}"/><path d="M${round(x - r * 2.1)} ${height + 4}C${round(x - r * 2)} ${round(y + r * 1.1)} ${round(x + r * 2)} ${round(y + r * 1.1)} ${round(x + r * 2.1)} ${height + 4}Z" fill="${color}"/>`
      if (random() > 0.3) return shape
      const light = getLight(country, i + row)
      const [stickX, stickY] = [x + r * 1.5, y - r * 2.3]
      return (
        `<path d="M${round(x + r * 1.4)} ${height}L${round(stickX)} ${round(stickY + r * 0.9)}" stroke="${color}" stroke-width="${round(r * 0.5)}" stroke-linecap="round"/>` +
        drawGlow(stickX, stickY, r * 2.2, r * 2.4, light) +
        `<rect x="${round(stickX - r * 0.24)}" y="${round(stickY - r)}" width="${round(r * 0.48)}" height="${round(r * 1.9)}" rx="${round(r * 0.24)}" fill="${light}"/><rect x="${round(stickX - r * 0.08)}" y="${round(stickY - r * 0.8)}" width="${round(r * 0.16)}" height="${round(r * 0.9)}" rx="${round(r * 0.08)}" fill="#fff" opacity=".7"/>` +
        shape
      )
    })
  })
  return (
    gradients +
    upwardBeams +
    backlight +
    lampBeams +
    bars +
    lampHeads +
    floor +
    dancers +
    confetti +
    audience
  )
}
