import { getLight } from "../palette.ts"
import { drawGlow, type Frame, joinEach, randomBetween, round } from "../svg.ts"

const INK = "#1a1426"

/** SVG paths of hairstyles, behind and in front of a head of radius 17 at 0, 0. */
const HAIRSTYLES: [string, string][] = [
  [
    "M-25-4C-27-32 27-32 25-4L27 48H-27Z",
    "M-19-2C-18-24 4-25 6-20C12-22 20-14 19-1C15-9 10-13 4-14C-6-13-14-9-19-2Z",
  ],
  [
    "M-25 0C-27-32 27-32 25 0C26 10 27 17 24 23H-24C-27 17-26 10-25 0Z",
    "M-20 2C-21-23 21-23 20 2C14-5-14-5-20 2Z",
  ],
  [
    "M-21 2C-24-32 24-32 21 2C21 6 17 8 17 8H-17C-17 8-21 6-21 2Z",
    "M-19 0C-20-22-4-27 10-24C20-22 22-8 19 1C16-8 4-9-6-12C-12-10-16-6-19 0Z",
  ],
  [
    "M-22 4C-26-30 26-30 22 4L20 24H-20ZM-16-14a10 10 0 1 1 .1 0ZM16-14a10 10 0 1 0-.1 0Z",
    "M-19 0C-19-23-2-24 0-17C2-24 19-23 19 0C13-9 5-12 0-16C-5-12-13-9-19 0Z",
  ],
  [
    "M-20 0C-24-30 24-30 21 0ZM14-20C40-26 38 20 30 46C26 30 28 2 14-8Z",
    "M-19-1C-18-23 18-23 19-1C10-14-10-14-19-1Z",
  ],
  ["M-20 4C-20-20 20-20 20 4L19 18H-19Z", "M-20-5C-20-29 20-29 20-5C28-5 32-2 32-1C14-6-8-5-20-5Z"],
]

const drawStar = (x: number, y: number, r: number, color: string) =>
  `<path d="M${x} ${y - r}Q${x} ${y} ${x + r} ${y}Q${x} ${y} ${x} ${y + r}Q${x} ${y} ${x - r} ${y}Q${x} ${y} ${x} ${y - r}Z" fill="${color}"/>`

const drawHeart = (x: number, y: number, s: number, color: string) =>
  `<path transform="translate(${x} ${y}) scale(${s})" d="M0 6C-10-1-7-8-3-8C-1-8 0-6 0-5C0-6 1-8 3-8C7-8 10-1 0 6Z" fill="${color}"/>`

/** Draws the front of a card of 110 × 170, with a person. The card's middle is at 0, 0. */
function drawFront({ country, random }: Frame, index: number): string {
  const [ground, light] = [getLight(country, index), getLight(country, index + 1)]
  const [behind, front] = HAIRSTYLES[Math.floor(random() * HAIRSTYLES.length)] ?? ["", ""]
  const hairColor =
    [INK, INK, "#4a2a20", country === "all" ? getLight(country, index + 2) : INK, "#f4f0ff"][
      Math.floor(random() * 5)
    ] ?? INK
  const hasDarkShirt = hairColor !== INK || random() < 0.3
  const shirt = hasDarkShirt ? INK : "#f4f0ff"
  const lean = round(randomBetween(random, -9, 9))
  const skin = ["#f7d9c4", "#f2c7ab", "#ffe3d1"][index % 3]
  const person = `<g transform="translate(${round(randomBetween(random, -6, 6))} 6) rotate(${lean})"><g transform="scale(1.3)"><path d="${behind}" fill="${hairColor}"/><path d="M-44 80C-44 42-28 34-9 32V10H9V32C28 34 44 42 44 80Z" fill="${shirt}"/><path d="M-9 12H9V30C4 37-4 37-9 30Z" fill="${skin}"/><path d="M-16-4C-16-24 16-24 16-4C16 12 9 20 0 20C-9 20-16 12-16-4Z" fill="${skin}"/><path d="M-9 0q3-3 6 0M3 0q3-3 6 0" stroke="${INK}" stroke-width="2" fill="none" stroke-linecap="round"/><path d="M-4 9q4 4 8 0" stroke="#c2375a" stroke-width="2" fill="none" stroke-linecap="round"/><circle cx="-10" cy="6" r="3.4" fill="#ff5a7d" opacity=".4"/><circle cx="10" cy="6" r="3.4" fill="#ff5a7d" opacity=".4"/><path d="${front}" fill="${hairColor}"/></g></g>`
  const rays = joinEach(
    4,
    (i) => `<path d="M${-80 + i * 44}-90h20L${-40 + i * 44} 90h-20Z" fill="#fff" opacity=".09"/>`,
  )
  const marks =
    random() < 0.5
      ? drawStar(-36, -62, 11, "#fff") + drawStar(36, -40, 7, light)
      : drawHeart(37, -62, 1.15, "#fff") + drawHeart(-38, -52, 0.7, light)
  return `<g clip-path="url(#card)"><rect x="-55" y="-85" width="110" height="170" fill="${ground}"/><circle cx="0" cy="-10" r="62" fill="${light}" opacity=".7"/>${rays}${person}${marks}<path d="M-34 66q10-16 16 0t14-4t12 2t18-8" stroke="${hasDarkShirt ? "#fff" : ground}" stroke-width="3.4" fill="none" stroke-linecap="round"/></g>`
}

/** Draws the back of a card, with lightsticks. */
function drawBack({ country }: Frame, index: number): string {
  const sticks = joinEach(3, (i) => {
    const color = getLight(country, index + i)
    return `<g transform="rotate(${-24 + i * 24} 0 50)"><rect x="-7" y="-46" width="14" height="66" rx="7" fill="${color}"/><rect x="-2.4" y="-40" width="4.8" height="30" rx="2.4" fill="#fff" opacity=".6"/><rect x="-3" y="22" width="6" height="26" rx="3" fill="#4a4260"/></g>`
  })
  return `<rect x="-55" y="-85" width="110" height="170" rx="10" fill="#241c33"/><rect x="-47" y="-77" width="94" height="154" rx="6" fill="none" stroke="${getLight(country, index)}" stroke-width="2" opacity=".7"/>${sticks}`
}

/** Draws rows of photocards, the collectible cards with pictures of idols. */
export function drawPhotocards(frame: Frame): string {
  const { width, height, country, number, random } = frame
  const scale = Math.max(width / 1280, height / 1150) * (number % 2 ? 2.15 : 1.55)
  const [stepX, stepY] = [124 * scale, 186 * scale]
  const tilt = randomBetween(random, 7, 13) * (number % 2 ? -1 : 1)
  const [columns, rows] = [Math.ceil(width / stepX) + 3, Math.ceil(height / stepY) + 3]
  const shift = random()
  let index = Math.floor(random() * 7)
  const cards = joinEach(columns, (column) =>
    joinEach(rows, (row) => {
      index += 1
      const x = (column - (columns - 1) / 2) * stepX
      const y = (row - (rows - 1) / 2 + (column % 2 ? 0.5 : 0) + shift * 0.5 - 0.25) * stepY
      const cardTilt = randomBetween(random, -3.5, 3.5)
      const content = random() < 0.16 ? drawBack(frame, index) : drawFront(frame, index)
      const shine =
        random() < 0.3
          ? '<path d="M-55 20L55-64V-24L-55 60Z" fill="#fff" opacity=".15"/><path d="M-55 66L55-16V-8L-55 76Z" fill="#fff" opacity=".15"/>'
          : ""
      return `<g transform="translate(${round(x)} ${round(y)}) rotate(${round(cardTilt)}) scale(${round(scale * 100) / 100})"><rect x="-57" y="-80" width="118" height="174" rx="12" fill="#07050b" opacity=".6"/>${content}${shine}<rect x="-55" y="-85" width="110" height="170" rx="10" fill="none" stroke="#fff" stroke-opacity=".28" stroke-width="2"/></g>`
    }),
  )
  const dim = `<linearGradient id="dim" x1="${random() < 0.5 ? 0 : 1}" x2=".5" y2="1"><stop stop-color="#120f1a" stop-opacity=".88"/><stop offset=".55" stop-color="#120f1a" stop-opacity=".25"/><stop offset="1" stop-color="#120f1a" stop-opacity=".1"/></linearGradient><rect width="${width}" height="${height}" fill="url(#dim)"/>`
  const lamp = drawGlow(
    width * randomBetween(random, 0.45, 0.7),
    height * 0.6,
    width * 0.5,
    height * 0.7,
    getLight(country, index),
    0.5,
  )
  return `<clipPath id="card"><rect x="-55" y="-85" width="110" height="170" rx="10"/></clipPath><g transform="translate(${round(width / 2)} ${round(height / 2)}) rotate(${round(tilt)})">${cards}</g>${dim}${lamp}`
}
