import { getLight } from "../palette.ts"
import { drawGlow, drawPolygon, type Frame, joinEach, randomBetween, round } from "../svg.ts"

const WHITE = "#f4f0ff"

/** How quickly sizes shrink with the distance. At the mirror, an object has `SIZE_AT_MIRROR` times its size. */
const PERSPECTIVE = 2.6
const SIZE_AT_MIRROR = 1 / (1 + PERSPECTIVE)

/** Draws the floor of a practice room with marks of tape, seen towards the mirror. */
export function drawFloor({ width, height, country, number, random }: Frame): string {
  const isTall = height > width
  // Height at which the floor meets the mirror, as a share of the picture's height.
  const far = randomBetween(random, 0.1, 0.16)
  // The vanishing point, as a share of the picture's width.
  const vanishing =
    number % 2 ? randomBetween(random, 0.34, 0.42) : randomBetween(random, 0.56, 0.64)
  // Projects floor coordinates. `away` is 0 near the viewer and 1 at the mirror.
  const project = (across: number, away: number): [number, number] => {
    const size = 1 / (1 + away * PERSPECTIVE)
    // 1 near the viewer, and 0 at the mirror.
    const near = (size - SIZE_AT_MIRROR) / (1 - SIZE_AT_MIRROR)
    return [width * (vanishing + (across - 0.5) * 1.5 * size), height * (far + (1.06 - far) * near)]
  }
  // Scale of depths that gives tape the same width in both directions.
  const depthScale = isTall ? 0.3 : 0.8
  const strip = (from: [number, number], to: [number, number], thick: number, paint: string) => {
    const [dx, dy] = [to[0] - from[0], (to[1] - from[1]) / depthScale]
    const length = Math.hypot(dx, dy) || 1
    const [nx, ny] = [(-dy / length) * thick, (dx / length) * thick * depthScale]
    return drawPolygon(
      [
        project(from[0] + nx, from[1] + ny),
        project(to[0] + nx, to[1] + ny),
        project(to[0] - nx, to[1] - ny),
        project(from[0] - nx, from[1] - ny),
      ],
      paint,
    )
  }
  const shoeScale = isTall ? 1.5 : 1
  const planks = joinEach(44, (i) => {
    const left = -1.2 + i * 0.077
    const shade = ["#2d243c", "#251d33", "#31273f", "#292038"][Math.floor(random() * 4)] ?? ""
    const joint = 0.08 + random() * 0.7
    return (
      drawPolygon(
        [
          project(left, -0.2),
          project(left, 1),
          project(left + 0.076, 1),
          project(left + 0.076, -0.2),
        ],
        `fill="${shade}"`,
      ) + strip([left, joint], [left + 0.076, joint], 0.0012, 'fill="#120f1a"')
    )
  })
  const wall = `<rect width="${width}" height="${round(height * far)}" fill="#17131f"/><rect y="${round(height * far - 5)}" width="${width}" height="5" fill="${WHITE}" opacity=".5"/>`
  const lamps = joinEach(5, (i) => {
    const [x] = project(-0.1 + i * 0.3, 0.9)
    const color = getLight(country, i)
    return (
      drawGlow(x, height * far, width * 0.09, height * 0.16, color, 0.9) +
      drawGlow(x, height * far, width * 0.06, height * 0.95, color, 0.55) +
      `<rect x="${round(x - width * 0.045)}" y="${round(height * far * 0.34)}" width="${round(width * 0.09)}" height="${round(height * 0.018)}" rx="4" fill="${color}"/><rect x="${round(x - width * 0.04)}" y="${round(height * far * 0.34 + 2)}" width="${round(width * 0.08)}" height="3" rx="1.5" fill="#fff" opacity=".8"/>`
    )
  })
  const edge = strip([-0.3, 0.05], [1.3, 0.05], 0.006, `fill="${WHITE}" opacity=".85"`)
  const placeMarks = joinEach(9, (i) => {
    const x = 0.02 + i * 0.12
    return strip(
      [x, 0.05],
      [x, i % 2 ? 0.095 : 0.13],
      0.006,
      `fill="${i % 2 ? WHITE : getLight(country, i / 2)}" opacity=".95"`,
    )
  })
  const middle = strip([0.5, 0.05], [0.5, 1], 0.004, `fill="${WHITE}" opacity=".4"`)
  // Draws a cross of tape that marks a dancer's place.
  const cross = (x: number, z: number, color: string, size: number) => {
    const [px, py] = project(x, z)
    const reach = (width * 0.2) / (1 + z * PERSPECTIVE)
    const tape = (thick: number, paint: string) =>
      strip([x - size, z - size * depthScale], [x + size, z + size * depthScale], thick, paint) +
      strip([x - size, z + size * depthScale], [x + size, z - size * depthScale], thick, paint)
    return (
      drawGlow(px, py, reach, reach * 0.55, color, 1) +
      tape(size * 0.2, `fill="${color}"`) +
      tape(size * 0.045, 'fill="#fff" opacity=".45"')
    )
  }
  // Floor coordinates of the dancers' places, in three formations.
  const spots: [number, number][] =
    [
      [
        [0.5, 0.19],
        [0.27, 0.36],
        [0.74, 0.34],
        [0.06, 0.56],
        [0.95, 0.56],
        [0.5, 0.6],
      ],
      [
        [0.2, 0.18],
        [0.38, 0.36],
        [0.58, 0.5],
        [0.78, 0.68],
        [1.02, 0.9],
        [0.78, 0.25],
        [0.02, 0.5],
      ],
      [
        [0.5, 0.18],
        [0.24, 0.36],
        [0.77, 0.38],
        [0.5, 0.56],
        [0.02, 0.62],
        [0.98, 0.64],
      ],
    ][number % 3]?.map(([x = 0, z = 0]) => [x + (random() - 0.5) * 0.05, z]) ?? []
  const marks = spots
    .toSorted((a, b) => b[1] - a[1])
    .map(([x, z], i) => cross(x, z, getLight(country, i + number), 0.062))
  // Draws a dashed, bent arrow between two places.
  const arrow = (from: [number, number], to: [number, number], bend: number, color: string) => {
    const point = (t: number): [number, number] => [
      from[0] + (to[0] - from[0]) * t + Math.sin(t * Math.PI) * bend,
      from[1] + (to[1] - from[1]) * t,
    ]
    const dashes = joinEach(5, (i) =>
      strip(point(0.24 + i * 0.09), point(0.29 + i * 0.09), 0.0065, `fill="${color}" opacity=".8"`),
    )
    const [end, before] = [point(0.8), point(0.7)]
    const [dx, dy] = [end[0] - before[0], end[1] - before[1]]
    const head = drawPolygon(
      [
        project(...end),
        project(before[0] - dy * 0.4, before[1] + dx * 0.36),
        project(before[0] + dy * 0.4, before[1] - dx * 0.36),
      ],
      `fill="${color}" opacity=".9"`,
    )
    return dashes + head
  }
  const [first = [0, 0], second = [0, 0], third = [0, 0], fourth = [0, 0]] = spots
  const arrows =
    arrow(first, third, -0.05, WHITE) + arrow(second, fourth, -0.05, getLight(country, 2))
  return (
    planks +
    wall +
    lamps +
    edge +
    middle +
    placeMarks +
    arrows +
    marks.join("") +
    drawShoes(project, spots, country, width * shoeScale, isTall ? 1 : 0.78, random)
  )
}

/** Draws pairs of shoes, seen from above, on two of the dancers' places. */
function drawShoes(
  project: (across: number, away: number) => [number, number],
  spots: [number, number][],
  country: Frame["country"],
  width: number,
  verticalScale: number,
  random: () => number,
): string {
  return spots
    .slice(1, 4)
    .filter((_, i) => i !== 1)
    .map(([x, z], i) => {
      const [px, py] = project(x, z + 0.03)
      const size = (width * 0.056) / (1 + z * PERSPECTIVE)
      const turn = (random() - 0.5) * 30
      const shoe = (dx: number, tilt: number) =>
        `<g transform="translate(${round(dx)} 0) rotate(${tilt})"><path d="M-9-26C-9-40 9-40 10-26C12-12 9-4 9 8C9 22 6 28 0 28C-6 28-9 22-9 8C-9-4-11-12-9-26Z" fill="${WHITE}"/><path d="M-7-22C-7-34 7-34 8-22C9-12 7-4 7 8C7 20 5 25 0 25C-5 25-7 20-7 8C-7-4-8-12-7-22Z" fill="${getLight(country, i)}"/><ellipse cy="14" rx="5.4" ry="9" fill="#1b1524"/><path d="M-5-12H5M-5-6H5M-5 0H5" stroke="#fff" stroke-width="2"/></g>`
      return `<g transform="translate(${round(px)} ${round(py)}) scale(${round(size / 2.9) / 10} ${round((size / 2.9) * verticalScale) / 10}) rotate(${round(turn)})"><ellipse cy="4" rx="34" ry="34" fill="#0b0811" opacity=".5"/>${shoe(-14, -7)}${shoe(14, 9)}</g>`
    })
    .join("")
}
