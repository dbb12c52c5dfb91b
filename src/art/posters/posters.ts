import { SITE } from "../../site.ts"
import { NIGHT, PALETTES, type PosterColors } from "../palette.ts"
import type { CountryColor } from "../pictures.ts"
import { createRandom } from "../random.ts"
import { joinEach, randomBetween, round } from "../svg.ts"
import {
  type Block,
  fillBox,
  fitText,
  loadFonts,
  type OutlineFont,
  write,
  writeBlock,
} from "./lettering.ts"

export interface Size {
  width: number
  height: number
}

/** Sizes of pictures in pixels: covers, link previews, stories, small pictures in lists, and the top of team pages. */
export const COVER_SIZE = { width: 1280, height: 630 }
export const SHARE_SIZE = { width: 1200, height: 630 }
export const STORY_SIZE = { width: 1080, height: 1920 }
export const SQUARE_SIZE = { width: 192, height: 192 }
export const WIDE_SIZE = { width: 1280, height: 256 }

const WHITE = "#ffffff"
const SOFT_WHITE = "#cfc8de"

const wrapSvg = ({ width, height }: Size, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`

const getPosterColors = (country: CountryColor, seed: string): PosterColors => {
  const { posters } = PALETTES[country]
  return posters[Math.floor(createRandom(`ground ${seed}`)() * posters.length)] ?? posters[0]
}

/** Draws a gradient with large lightsticks. The seed decides their places. */
function drawPosterBackground(
  { width, height }: Size,
  { from, to, stick }: PosterColors,
  seed: string,
): string {
  const random = createRandom(`field ${seed}`)
  const lean = randomBetween(random, 14, 34) * (random() < 0.5 ? -1 : 1)
  const wide = Math.max(width, height) * randomBetween(random, 0.05, 0.085)
  const reach = Math.hypot(width, height)
  const count = Math.ceil(reach / (wide * 1.75))
  const sticks = joinEach(count, (i) => {
    const x = (i - (count - 1) / 2) * wide * 1.75
    const y = randomBetween(random, -0.42, 0.3) * height
    const opacity = randomBetween(random, 0.14, 0.34)
    return `<rect x="${round(x - wide / 2)}" y="${round(y)}" width="${round(wide)}" height="${round(reach)}" rx="${round(wide / 2)}" fill="${stick}" opacity="${Math.round(opacity * 100) / 100}"/><rect x="${round(x - wide / 7)}" y="${round(y + wide * 0.42)}" width="${round(wide / 3.5)}" height="${round(wide * 3.4)}" rx="${round(wide / 7)}" fill="#fff" opacity="${Math.round(opacity * 80) / 100}"/>`
  })
  return `<linearGradient id="ground" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient><rect width="${width}" height="${height}" fill="url(#ground)"/><g transform="translate(${round(width / 2)} ${round(height / 2)}) rotate(${round(lean)})">${sticks}</g>`
}

/** Draws the logo with its upper left corner at x, y. On colored posters, the logo is on a dark tile. */
function drawLogo(font: OutlineFont, x: number, y: number, size: number, color: string): string {
  const bar = (left: number, top: number, height: number, fill: string) =>
    `<rect x="${left}" y="${top}" width="6" height="${height}" rx="3" fill="${fill}"/>`
  const bars =
    bar(0, 8.8, 13.2, "#5aa9ff") + bar(8.5, 0, 22, "#ff5a7d") + bar(17, 4.8, 17.2, "#ffc23d")
  const hasTile = color !== WHITE
  const tile = hasTile ? `<rect x="-5" y="-6" width="34" height="34" rx="9" fill="${NIGHT}"/>` : ""
  return `<g transform="translate(${x} ${y}) scale(${round((size / 22) * 10) / 10})">${tile}${bars}</g>${write(font, SITE.name, x + size * (hasTile ? 1.62 : 1.36), y + size * 0.86, size * 0.92, color)}`
}

/** Removes characters that the font does not have. */
const removeUnwritable = (font: OutlineFont, text: string) =>
  Array.from(text)
    .filter((letter) => font.has(letter))
    .join("")
    .replace(/\s+/g, " ")
    .trim()

const getBlockHeight = ({ lines, size }: Block, leading: number) => lines.length * size * leading

const listFontSizes = (from: number, to: number) =>
  Array.from({ length: Math.floor((from - to) / 4) + 1 }, (_, i) => from - i * 4)

interface TeamPoster {
  slug: string
  name: string
  country: CountryColor
  location: string | null
}

/** Returns whether the font has at least one letter or digit of the text. */
export const canWrite = async (text: string) =>
  /[\p{L}\p{N}]/u.test(removeUnwritable((await loadFonts()).display, text))

type Fonts = Awaited<ReturnType<typeof loadFonts>>

function writeInitials({ display }: Fonts, name: string, { width, height }: Size, color: string) {
  const initials = name
    .split(/[\s-]+/)
    .map((word) => Array.from(word)[0] ?? "")
    .slice(0, 2)
    .join("")
  const { size } = fillBox(display, initials, width * 0.66, height * 0.5, 0.8)
  const left = (width - display.getLine(initials).width * size) / 2
  return write(display, initials, left, height / 2 + size * 0.36, size, color)
}

/** Writes the team's name. Shared posters also get the logo and the location. */
function writeName(
  { display, text }: Fonts,
  { name, location }: { name: string; location: string },
  { width, height }: Size,
  color: string,
  isShared: boolean,
): string {
  const isTall = height > width
  const margin = width * (isTall ? 0.074 : 0.058)
  const heightShareIfWide = isShared ? 0.66 : 0.6
  const maxHeight = height * (isTall ? 0.42 : heightShareIfWide)
  const leading = 1.02
  const block = fillBox(display, name, width - 2 * margin, maxHeight, leading)
  const space = height - getBlockHeight(block, leading)
  const top = isTall ? space * 0.42 : space / 2 - height * (isShared ? 0.045 : 0.012)
  const heading = writeBlock(display, block, margin, top, leading, color)
  if (!isShared) return heading
  const size = isTall ? 52 : 34
  const [x, y] = isTall
    ? [margin, top + getBlockHeight(block, leading) + size * 1.9]
    : [width - margin - text.getLine(location).width * size, height - 56]
  const [logoTop, logoSize] = isTall ? [height * 0.76, 64] : [height - 92, 44]
  return (
    heading +
    drawLogo(display, margin, logoTop, logoSize, color) +
    (location && write(text, location, x, y, size, color))
  )
}

/**
 * Draws the poster of a team as SVG: with initials if it is square, otherwise with the team's name. `isShared` adds the
 * logo and the location, for link previews and stories.
 */
export async function drawTeamPoster(
  team: TeamPoster,
  size: Size,
  { isShared = false } = {},
): Promise<string> {
  const fonts = await loadFonts()
  const colors = getPosterColors(team.country, team.slug)
  const background = drawPosterBackground(size, colors, team.slug)
  // A wide picture has no text, because the page shows the name below it.
  if (size === WIDE_SIZE) return wrapSvg(size, background)
  const name = removeUnwritable(fonts.display, team.name)
  const location = removeUnwritable(fonts.text, team.location ?? "")
  const content =
    size.width === size.height
      ? writeInitials(fonts, name, size, colors.text)
      : writeName(fonts, { name, location }, size, colors.text, isShared)
  return wrapSvg(size, background + content)
}

/** Draws a shade that darkens a motif behind text. Covers have little text and get a lighter shade. */
export function drawShade(size: Size): string {
  const { width, height } = size
  const isTall = height > width
  const strength = size === COVER_SIZE ? 0.8 : 1
  const stops = (isTall ? [".96 0", ".84 .42", "0 .72"] : [".95 0", ".8 .5", ".05 1"])
    .map((stop) => stop.split(" "))
    .map(
      ([dark, offset]) =>
        `<stop offset="${offset}" stop-color="${NIGHT}" stop-opacity="${round(Number(dark) * strength * 10) / 10}"/>`,
    )
    .join("")
  return wrapSvg(
    size,
    `<linearGradient id="shade" ${isTall ? 'x2="0" y2="1"' : ""}>${stops}</linearGradient><rect width="${width}" height="${height}" fill="url(#shade)"/>`,
  )
}

const drawTopLogo = (font: OutlineFont, { width, height }: Size) =>
  height > width
    ? drawLogo(font, width * 0.074, height * 0.138, 60, WHITE)
    : drawLogo(font, width * 0.058, height * 0.085, 42, WHITE)

interface EventPoster {
  day: string
  /** Null for a cover, because pages show the title next to the cover. */
  title: string | null
  time: string | null
  location: string | null
  country: CountryColor
}

/** Writes the day of an event with its title, time and location, as SVG over a motif. */
export async function drawEventLettering(event: EventPoster, size: Size): Promise<string> {
  const { display, text } = await loadFonts()
  const { width, height } = size
  const isTall = height > width
  const margin = width * (isTall ? 0.074 : 0.058)
  const lineWidth = width * (isTall ? 1 : 0.82) - 2 * margin
  const accent = PALETTES[event.country].accent
  const title = event.title && removeUnwritable(display, event.title)
  const location = removeUnwritable(text, event.location ?? "")
  const time = event.time && removeUnwritable(text, event.time)
  const leading = 1.12
  const fitLine = (font: OutlineFont, line: string, sizes: number[]) =>
    fitText(font, line, { width: lineWidth, height: sizes[0] ?? 0, sizes, leading: 1 })
  const day = fitLine(
    display,
    event.day,
    title && !isTall ? listFontSizes(124, 60) : listFontSizes(isTall ? 280 : 264, 60),
  )
  const details = [
    ...(time ? [fitLine(text, time, listFontSizes(isTall ? 50 : 34, 22))] : []),
    ...(location
      ? [
          title
            ? fitLine(text, location, listFontSizes(isTall ? 50 : 34, 22))
            : fitLine(display, location, listFontSizes(50, 26)),
        ]
      : []),
  ]
  const heading = title
    ? fitText(display, title, {
        width: lineWidth,
        height: isTall ? height * 0.2 : 200,
        sizes: isTall ? listFontSizes(104, 48) : listFontSizes(60, 36),
        leading,
      })
    : null
  const contentHeight =
    day.size * 0.86 +
    (heading ? getBlockHeight(heading, leading) + 30 : 0) +
    details.reduce((sum, { size }) => sum + size * 1.42, 26)
  let y = (height - contentHeight) / 2
  if (isTall) y = height * 0.2
  else if (heading) y = height - margin - contentHeight + 12
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
    content += writeBlock(display, heading, margin, y, leading, WHITE)
    y += getBlockHeight(heading, leading)
  }
  y += 26
  for (const [i, { size, lines }] of details.entries()) {
    content += write(
      title ? text : display,
      lines[0] ?? "",
      margin,
      y + size,
      size,
      i > 0 && title ? SOFT_WHITE : WHITE,
    )
    y += size * 1.42
  }
  return wrapSvg(size, title ? drawTopLogo(display, size) + content : content)
}

/** Writes the title of an article, as SVG over a motif. */
export async function drawArticleLettering(
  { title }: { title: string },
  size: Size,
): Promise<string> {
  const { display } = await loadFonts()
  const { width, height } = size
  const isTall = height > width
  const margin = width * (isTall ? 0.074 : 0.058)
  const leading = 1.12
  const block = fitText(display, removeUnwritable(display, title), {
    width: isTall ? width - 2 * margin : width * 0.82,
    height: height * (isTall ? 0.38 : 0.66),
    sizes: isTall ? listFontSizes(124, 60) : listFontSizes(88, 44),
    leading,
  })
  const top = isTall ? height * 0.215 : height - margin * 0.9 - getBlockHeight(block, leading)
  return wrapSvg(
    size,
    drawTopLogo(display, size) + writeBlock(display, block, margin, top, leading, WHITE),
  )
}
