import { getLight } from "../palette.ts"
import { drawGlow, drawPolygon, type Frame, joinEach, randomBetween, round } from "../svg.ts"

const WARM_LIGHT = "#ffe3a8"

/** Draws a pine tree with the middle of its lowest edge at x, `foot`. */
const drawPine = (x: number, foot: number, size: number, color: string) =>
  `<path d="M${round(x)} ${round(foot - size)}l${round(size * 0.17)} ${round(size * 0.36)}h${round(-size * 0.07)}l${round(size * 0.14)} ${round(size * 0.32)}h${round(-size * 0.08)}l${round(size * 0.13)} ${round(size * 0.34)}h${round(-size * 0.58)}l${round(size * 0.13)} ${round(-size * 0.34)}h${round(-size * 0.08)}l${round(size * 0.14)} ${round(-size * 0.32)}h${round(-size * 0.07)}Z" fill="${color}"/>`

/** Draws head and shoulders. 0, 0 is the middle of the window's lower edge. */
function drawPassenger({ country, random }: Frame, index: number): string {
  const size = randomBetween(random, 1.12, 1.3)
  const lean = Math.round(randomBetween(random, -12, 12))
  const color = getLight(country, index)
  const stick =
    random() < 0.5
      ? `<g transform="translate(17 -22) rotate(${lean + 14})"><rect x="-4" y="-26" width="8" height="28" rx="4" fill="${color}"/><rect x="-1.4" y="-23" width="2.8" height="13" rx="1.4" fill="#fff" opacity=".8"/></g>`
      : ""
  return `<g transform="translate(0 2) scale(${round(size * 10) / 10})">${stick}<g transform="rotate(${lean})"><circle cy="-27" r="11.5" fill="#2a1f3a"/><path d="M-22 0C-21-16-10-18 0-18C10-18 21-16 22 0Z" fill="#2a1f3a"/></g></g>`
}

/** Draws the vehicle, 720 × 200, with its wheels at y 0. It faces right. */
function drawVehicle(frame: Frame): string {
  const { country, number, random } = frame
  const [body, stripe, secondStripe] = [1, 0, 2].map((i) => getLight(country, i + number))
  const windows = joinEach(6, (i) => {
    const x = 34 + i * 92
    const first =
      random() < 0.85 ? `<g transform="translate(24 76)">${drawPassenger(frame, i)}</g>` : ""
    const second =
      random() < 0.7 ? `<g transform="translate(62 76)">${drawPassenger(frame, i + 1)}</g>` : ""
    return `<g transform="translate(${x} -176)"><rect width="84" height="76" rx="8" fill="url(#warm)"/><svg width="84" height="76" viewBox="0 0 84 76">${first}${second}</svg><path d="M6 60L48 4H66L14 72H6Z" fill="#fff" opacity=".14"/></g>`
  })
  const driver = drawPassenger({ ...frame, random: () => 0.5 }, 1)
  const wheel = (x: number) =>
    `<g transform="translate(${x} -26)"><circle r="37" fill="#120f1a"/><circle r="30" fill="#0a0710" stroke="#2d2540" stroke-width="5"/><circle r="15" fill="#4b4065"/><circle r="6" fill="#120f1a"/></g>`
  return (
    `<path d="M20-196Q20-206 32-206H620Q690-206 706-120L716-60V-34Q716-26 706-26H18Q8-26 8-36V-186Q8-196 20-196Z" fill="${body}"/>` +
    `<path d="M20-206Q22-214 34-214H600Q660-214 686-170L620-206Z" fill="#fff" opacity=".16"/>` +
    `<path d="M8-88H712L716-60V-34Q716-26 706-26H18Q8-26 8-36Z" fill="#120f1a" opacity=".42"/>` +
    `<path d="M8-84C180-84 260-40 420-40H716V-54H430C280-54 210-98 8-98Z" fill="${stripe}"/><path d="M8-62C150-62 240-30 400-30H600V-38H410C260-38 170-72 8-72Z" fill="${secondStripe}" opacity=".9"/>` +
    windows +
    `<path d="M592-176H622Q672-176 688-100H592Z" fill="url(#warm)"/><path d="M600-168H620Q640-166 652-146L612-104H600Z" fill="#fff" opacity=".2"/>` +
    `<g transform="translate(634 -100)">${driver}</g>` +
    `<rect x="8" y="-92" width="10" height="26" rx="3" fill="#ff3d5e"/>` +
    `<path d="M694-78l18 0l4 22h-20Z" fill="#fff"/>` +
    wheel(150) +
    wheel(560)
  )
}

/** Draws a coach with passengers on a road at night, below northern lights. */
export function drawCoach(frame: Frame): string {
  const { width, height, country, number, random } = frame
  const isTall = height > width
  const road = height * (isTall ? 0.86 : 0.84)
  const size = (width * (isTall ? 0.86 : randomBetween(random, 0.54, 0.62))) / 720
  const left = isTall ? width * 0.05 : width * randomBetween(random, 0.16, 0.3)
  const [lampX, lampY] = [left + 712 * size, road - 64 * size]
  const stars = joinEach(isTall ? 120 : 80, () => {
    const r = randomBetween(random, 0.8, 2.4)
    return `<circle cx="${Math.round(random() * width)}" cy="${Math.round(random() ** 1.3 * road * 0.8)}" r="${round(r)}" fill="#fff" opacity="${round(randomBetween(random, 0.3, 0.95))}"/>`
  })
  // Northern lights: each of three curtains consists of narrow strips.
  const curtains = joinEach(3, (i) => {
    const color = getLight(country, i)
    const [waves, phase, relativeHeight] = [
      randomBetween(random, 1, 2.2),
      random() * 6,
      randomBetween(random, 0.34, 0.5),
    ]
    const foot = (across: number) =>
      road * (0.36 + i * 0.13 + 0.1 * Math.sin(across * Math.PI * 2 * waves + phase))
    const strips = joinEach(58, (n) => {
      const across = n / 57
      const stripHeight =
        road * relativeHeight * (0.75 + 0.25 * Math.sin(across * 31 + phase) + random() * 0.12)
      const [x, stripWidth] = [(across * 1.08 - 0.04) * width, width * 0.0225]
      const [from, to] = [foot(across), foot(across + 0.0208)]
      const brightness = 0.62 + 0.38 * Math.cos(across * Math.PI * 2 * waves + phase)
      return drawPolygon(
        [
          [x, from],
          [x, from - stripHeight],
          [x + stripWidth, to - stripHeight],
          [x + stripWidth, to],
        ],
        `fill="url(#veil${i})" opacity="${round(brightness)}"`,
      )
    })
    return `<linearGradient id="veil${i}" x2="0" y2="1"><stop stop-color="${color}" stop-opacity="0"/><stop offset=".8" stop-color="${color}" stop-opacity=".3"/><stop offset=".97" stop-color="${color}" stop-opacity=".5"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></linearGradient>${strips}`
  })
  const sky = `<linearGradient id="night" x2="0" y2="1"><stop stop-color="#0d0a16" stop-opacity=".96"/><stop offset="1" stop-color="#0d0a16" stop-opacity=".45"/></linearGradient><rect width="${width}" height="${round(road)}" fill="url(#night)"/>`
  const [moonX, moonY, moonRadius] = [
    width * randomBetween(random, 0.72, 0.9),
    road * randomBetween(random, 0.16, 0.28),
    Math.max(width, height) * 0.034,
  ]
  const moon =
    drawGlow(moonX, moonY, moonRadius * 4, moonRadius * 4, WARM_LIGHT, 0.7) +
    `<circle cx="${round(moonX)}" cy="${round(moonY)}" r="${round(moonRadius)}" fill="#fff3d6"/><circle cx="${round(moonX + moonRadius * 0.25)}" cy="${round(moonY - moonRadius * 0.2)}" r="${round(moonRadius * 0.2)}" fill="#ecd9b0"/><circle cx="${round(moonX - moonRadius * 0.3)}" cy="${round(moonY + moonRadius * 0.3)}" r="${round(moonRadius * 0.13)}" fill="#ecd9b0"/>`
  const forest = (count: number, foot: number, from: number, to: number, color: string) =>
    joinEach(count, (i) =>
      drawPine(
        ((i + random() * 0.9) / count) * width * 1.04 - width * 0.02,
        foot,
        randomBetween(random, from, to) * (isTall ? 1.25 : 1) * (width / (isTall ? 900 : 1280)),
        color,
      ),
    )
  const farTrees = forest(isTall ? 20 : 34, road - height * 0.02, 90, 190, "#1b1a2d")
  const nearTrees = forest(isTall ? 11 : 17, road + 2, 130, 290, "#15131f")
  const dashes = joinEach(
    isTall ? 6 : 9,
    (i) =>
      `<rect x="${round(((i + 0.2) / (isTall ? 6 : 9)) * width)}" y="${round(road + (height - road) * 0.5)}" width="${round(width * 0.055)}" height="${round(height * 0.009)}" rx="3" fill="#f4f0ff" opacity=".75"/>`,
  )
  const ground = `<rect y="${round(road - 8 * size)}" width="${width}" height="${round(height)}" fill="#0e0b16"/><rect y="${round(road - 8 * size)}" width="${width}" height="3" fill="#3a3150"/>`
  const lightCone = `<linearGradient id="cone"><stop stop-color="${WARM_LIGHT}" stop-opacity=".85"/><stop offset="1" stop-color="${WARM_LIGHT}" stop-opacity="0"/></linearGradient><path d="M${round(lampX - 6)} ${round(lampY - 8 * size)}L${round(width * 1.04)} ${round(lampY - 76 * size)}V${round(road + (height - road) * 0.62)}L${round(lampX - 6)} ${round(lampY + 14 * size)}Z" fill="url(#cone)" opacity=".5"/>`
  const posts = joinEach(
    isTall ? 3 : 6,
    (i) =>
      `<rect x="${round(width * ((i + 0.4) / (isTall ? 3 : 6)))}" y="${round(height * 0.94)}" width="${round(9 * size + 2)}" height="${round(height * 0.08)}" fill="#2d2540"/><rect x="${round(width * ((i + 0.4) / (isTall ? 3 : 6)))}" y="${round(height * 0.952)}" width="${round(9 * size + 2)}" height="${round(height * 0.014)}" fill="${getLight(country, i)}"/>`,
  )
  const warm = `<linearGradient id="warm" x2="0" y2="1"><stop stop-color="#fff0c9"/><stop offset="1" stop-color="#ffc86b"/></linearGradient>`
  const shine =
    drawGlow(left + 350 * size, road + 6 * size, 520 * size, 60 * size, WARM_LIGHT, 0.9) +
    drawGlow(
      left + 340 * size,
      road - 130 * size,
      560 * size,
      210 * size,
      getLight(country, 0),
      0.7,
    )
  const scene =
    warm +
    sky +
    stars +
    curtains +
    moon +
    farTrees +
    nearTrees +
    ground +
    shine +
    dashes +
    lightCone +
    `<g transform="translate(${round(left)} ${round(road + 12 * size)}) scale(${round(size * 100) / 100})"><ellipse cx="360" cy="6" rx="368" ry="9" fill="#050308" opacity=".7"/>${drawVehicle(frame)}</g>` +
    drawGlow(lampX, lampY, 90 * size, 90 * size, WARM_LIGHT) +
    posts
  return number % 2 ? `<g transform="translate(${width} 0) scale(-1 1)">${scene}</g>` : scene
}
