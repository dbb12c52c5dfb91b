/** What is lettered: covers of teams and events, and the pictures that articles, events and teams are shared with. */
import { SITE } from "../../site.ts"
import type { Place } from "../pictures.ts"
import { randomFrom } from "../random.ts"
import { between, each, NIGHT, round } from "../svg.ts"
import {
  type Block,
  fillBox,
  fitText,
  type Lettering,
  lettering,
  write,
  writeBlock,
} from "./lettering.ts"

export interface Size {
  width: number
  height: number
}

export const COVER = { width: 1280, height: 630 }
export const SHARE = { width: 1200, height: 630 }
export const STORY = { width: 1080, height: 1920 }
export const SQUARE = { width: 192, height: 192 }
export const WIDE = { width: 1280, height: 256 }

const WHITE = "#ffffff"
const INK = "#1a1206"
const SOFT = "#cfc8de"

const svg = ({ width, height }: Size, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`

/** A team's colors: two that the ground runs between, what stands on it, and the text's. */
interface Ground {
  from: string
  to: string
  stick: string
  text: string
}

/** One more of a country gives many of its teams another color. */
const GROUNDS: Record<Place, Ground[]> = {
  ee: [
    { from: "#1247b8", to: "#3f8dff", stick: "#9dcbff", text: WHITE },
    { from: "#0b1f5c", to: "#1d4fb8", stick: "#4f9dff", text: "#cfe5ff" },
    { from: "#7db8ff", to: "#d5eaff", stick: "#2f6fe4", text: "#0a1c4d" },
  ],
  lv: [
    { from: "#a80f3a", to: "#ff3f69", stick: "#ffb3c4", text: WHITE },
    { from: "#4d0a20", to: "#a3153f", stick: "#ff4d74", text: "#ffd9e1" },
    { from: "#ff8fa8", to: "#ffdbe3", stick: "#d11d4c", text: "#4a081d" },
  ],
  lt: [
    { from: "#f08c00", to: "#ffc83d", stick: "#fff0b8", text: INK },
    { from: "#0d4a33", to: "#2fa36b", stick: "#ffc02e", text: "#fff3c9" },
    { from: "#ffd76a", to: "#fff3cf", stick: "#1f8a57", text: "#123a28" },
  ],
  all: [
    { from: "#1d1630", to: "#3a2a63", stick: "#8f7bd6", text: WHITE },
    { from: "#120f1a", to: "#2b2140", stick: "#d4ff4f", text: WHITE },
    { from: "#d9d0f2", to: "#f4f0ff", stick: "#6a4fc9", text: "#1d1434" },
  ],
}

const groundOf = (place: Place, seed: string): Ground => {
  const grounds = GROUNDS[place]
  const ground = grounds[Math.floor(randomFrom(`ground ${seed}`)() * grounds.length)] ?? grounds[0]
  if (!ground) throw new Error(`There is no ground for ${place}`)
  return ground
}

/** A color field with large lightsticks in it. */
function field({ width, height }: Size, { from, to, stick }: Ground, seed: string): string {
  const random = randomFrom(`field ${seed}`)
  const lean = between(random, 14, 34) * (random() < 0.5 ? -1 : 1)
  const wide = Math.max(width, height) * between(random, 0.05, 0.085)
  const reach = Math.hypot(width, height)
  const count = Math.ceil(reach / (wide * 1.75))
  const sticks = each(count, (i) => {
    const x = (i - (count - 1) / 2) * wide * 1.75
    const y = between(random, -0.42, 0.3) * height
    const opacity = between(random, 0.14, 0.34)
    return `<rect x="${round(x - wide / 2)}" y="${round(y)}" width="${round(wide)}" height="${round(reach)}" rx="${round(wide / 2)}" fill="${stick}" opacity="${Math.round(opacity * 100) / 100}"/><rect x="${round(x - wide / 7)}" y="${round(y + wide * 0.42)}" width="${round(wide / 3.5)}" height="${round(wide * 3.4)}" rx="${round(wide / 7)}" fill="#fff" opacity="${Math.round(opacity * 80) / 100}"/>`
  })
  return `<linearGradient id="ground" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient><rect width="${width}" height="${height}" fill="url(#ground)"/><g transform="translate(${round(width / 2)} ${round(height / 2)}) rotate(${round(lean)})">${sticks}</g>`
}

/** The site's mark with its name, the mark's upper left corner at x, y. */
function mark(face: Lettering, x: number, y: number, size: number, color: string): string {
  const bar = (left: number, top: number, height: number, fill: string) =>
    `<rect x="${left}" y="${top}" width="6" height="${height}" rx="3" fill="${fill}"/>`
  const bars =
    bar(0, 8.8, 13.2, "#5aa9ff") + bar(8.5, 0, 22, "#ff5a7d") + bar(17, 4.8, 17.2, "#ffc23d")
  const isOnColor = color !== WHITE
  const tile = isOnColor
    ? `<rect x="-5" y="-6" width="34" height="34" rx="9" fill="${NIGHT}"/>`
    : ""
  return `<g transform="translate(${x} ${y}) scale(${round((size / 22) * 10) / 10})">${tile}${bars}</g>${write(face, SITE.name, x + size * (isOnColor ? 1.62 : 1.36), y + size * 0.86, size * 0.92, color)}`
}

/** What a face can write of a text; marks, emoji and other scripts are left out. */
const writable = (face: Lettering, text: string) =>
  Array.from(text)
    .filter((letter) => face.has(letter))
    .join("")
    .replace(/\s+/g, " ")
    .trim()

const blockHeight = ({ lines, size }: Block, leading: number) => lines.length * size * leading

const steps = (from: number, to: number) =>
  Array.from({ length: Math.floor((from - to) / 4) + 1 }, (_, i) => from - i * 4)

export interface TeamPoster {
  slug: string
  name: string
  place: Place
  /** Where the team is. */
  location: string | null
}

/** Whether a team's name can be written at all. */
export const canWrite = async (text: string) =>
  /[\p{L}\p{N}]/u.test(writable((await lettering()).display, text))

/** A team's name as large as it can be, on its color; with the mark where it leaves the site. */
export async function teamPoster(team: TeamPoster, size: Size, isShared = false): Promise<string> {
  const { display, text } = await lettering()
  const ground = groundOf(team.place, team.slug)
  const name = writable(display, team.name)
  const { width, height } = size
  // A page has the name below it, as large.
  if (size === WIDE) return svg(size, field(size, ground, team.slug))
  if (width === height) {
    const initials = name
      .split(/[\s-]+/)
      .map((word) => Array.from(word)[0] ?? "")
      .slice(0, 2)
      .join("")
    const block = fillBox(display, initials, width * 0.66, height * 0.5, 0.8)
    const wide = display.line(initials).width * block.size
    return svg(
      size,
      field(size, ground, team.slug) +
        write(
          display,
          initials,
          (width - wide) / 2,
          height / 2 + block.size * 0.36,
          block.size,
          ground.text,
        ),
    )
  }
  const isTall = height > width
  const margin = width * (isTall ? 0.074 : 0.058)
  const room = isTall ? height * 0.42 : height * (isShared ? 0.66 : 0.6)
  const leading = 1.02
  const block = fillBox(display, name, width - 2 * margin, room, leading)
  const tall = blockHeight(block, leading)
  const top = isTall
    ? (height - tall) * 0.42
    : (height - tall) / 2 - (isShared ? height * 0.045 : height * 0.012)
  const location = writable(text, team.location ?? "")
  const line = isTall ? 52 : 34
  const under = isShared
    ? mark(display, margin, isTall ? height * 0.76 : height - 92, isTall ? 64 : 44, ground.text) +
      (location &&
        (isTall
          ? write(text, location, margin, top + tall + line * 1.9, line, ground.text)
          : write(
              text,
              location,
              width - margin - text.line(location).width * line,
              height - 56,
              line,
              ground.text,
            )))
    : ""
  return svg(
    size,
    field(size, ground, team.slug) +
      writeBlock(display, block, margin, top, leading, ground.text) +
      under,
  )
}

/**
 * Darkness below the letters: from the left, or from above where there is more height than width. A cover, which
 * has few, leaves more of its motif in sight.
 */
export function shade(size: Size): string {
  const { width, height } = size
  const isTall = height > width
  const strength = size === COVER ? 0.8 : 1
  const stops = (isTall ? [".96 0", ".84 .42", "0 .72"] : [".95 0", ".8 .5", ".05 1"])
    .map((stop) => stop.split(" "))
    .map(
      ([dark, offset]) =>
        `<stop offset="${offset}" stop-color="${NIGHT}" stop-opacity="${round(Number(dark) * strength * 10) / 10}"/>`,
    )
    .join("")
  return svg(
    size,
    `<linearGradient id="shade" ${isTall ? 'x2="0" y2="1"' : ""}>${stops}</linearGradient><rect width="${width}" height="${height}" fill="url(#shade)"/>`,
  )
}

/** The mark, at the top of what leaves the site. */
const sign = (face: Lettering, { width, height }: Size) =>
  height > width
    ? mark(face, width * 0.074, height * 0.138, 60, WHITE)
    : mark(face, width * 0.058, height * 0.085, 42, WHITE)

const ACCENT: Record<Place, string> = {
  ee: "#7db8ff",
  lv: "#ff7d9a",
  lt: "#ffc02e",
  all: "#d4ff4f",
}

export interface EventPoster {
  /** Its day, as short as posters have it. */
  day: string
  /** The title; a cover, which stands below it, has none. */
  title: string | null
  /** Weekday and time; null for a cover. */
  time: string | null
  where: string | null
  place: Place
}

/** What stands on an event's picture: the day, and where; what is around it is clear. */
export async function eventLettering(event: EventPoster, size: Size): Promise<string> {
  const { display, text } = await lettering()
  const { width, height } = size
  const isTall = height > width
  const margin = width * (isTall ? 0.074 : 0.058)
  const wide = width * (isTall ? 1 : 0.82) - 2 * margin
  const accent = ACCENT[event.place]
  const title = event.title && writable(display, event.title)
  const where = writable(text, event.where ?? "")
  const time = event.time && writable(text, event.time)
  const lead = 1.12
  const one = (face: Lettering, line: string, sizes: number[]) =>
    fitText(face, line, { width: wide, height: sizes[0] ?? 0, sizes, leading: 1 })
  const day = one(
    display,
    event.day,
    title && !isTall ? steps(124, 60) : steps(isTall ? 280 : 264, 60),
  )
  const places = [
    ...(time ? [one(text, time, steps(isTall ? 50 : 34, 22))] : []),
    ...(where
      ? [title ? one(text, where, steps(isTall ? 50 : 34, 22)) : one(display, where, steps(50, 26))]
      : []),
  ]
  const heading = title
    ? fitText(display, title, {
        width: wide,
        height: isTall ? height * 0.2 : 200,
        sizes: isTall ? steps(104, 48) : steps(60, 36),
        leading: lead,
      })
    : null
  const high =
    day.size * 0.86 +
    (heading ? blockHeight(heading, lead) + 30 : 0) +
    places.reduce((sum, { size }) => sum + size * 1.42, 26)
  let y = isTall ? height * 0.2 : heading ? height - margin - high + 12 : (height - high) / 2
  let content = write(
    display,
    event.day,
    margin - day.size * 0.04,
    y + day.size * 0.74,
    day.size,
    accent,
  )
  y += day.size * 0.86
  if (heading) {
    y += 30
    content += writeBlock(display, heading, margin, y, lead, WHITE)
    y += blockHeight(heading, lead)
  }
  y += 26
  for (const [i, { size, lines }] of places.entries()) {
    content += write(
      title ? text : display,
      lines[0] ?? "",
      margin,
      y + size,
      size,
      i > 0 && title ? SOFT : WHITE,
    )
    y += size * 1.42
  }
  return svg(size, title ? sign(display, size) + content : content)
}

/** The same for an article's picture where it leaves the site: its title. */
export async function articleLettering({ title }: { title: string }, size: Size): Promise<string> {
  const { display } = await lettering()
  const { width, height } = size
  const isTall = height > width
  const margin = width * (isTall ? 0.074 : 0.058)
  const lead = 1.12
  const block = fitText(display, writable(display, title), {
    width: isTall ? width - 2 * margin : width * 0.82,
    height: height * (isTall ? 0.38 : 0.66),
    sizes: isTall ? steps(124, 60) : steps(88, 44),
    leading: lead,
  })
  const top = isTall ? height * 0.215 : height - margin * 0.9 - blockHeight(block, lead)
  return svg(size, sign(display, size) + writeBlock(display, block, margin, top, lead, WHITE))
}
