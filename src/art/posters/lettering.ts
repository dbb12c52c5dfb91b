/** Draws text as outlines of the site's fonts, because sharp renders SVG text with system fonts only. */
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { Blob, Face, Font, shape, Buffer as TextRun } from "harfbuzzjs"
import { cutText } from "../../shared/description.ts"
import { round } from "../svg.ts"

interface Line {
  /** Width at font size 1. */
  width: number
  /** Outline in font units, with the baseline at 0. */
  path: string
}

export interface OutlineFont {
  getLine(text: string): Line
  has(text: string): boolean
  /** Font units per font size. */
  unitsPerEm: number
}

/** Opens a font that `scripts/fonts.ts` has made. The working directory must be the project folder. */
async function openFont(name: string): Promise<OutlineFont> {
  const bytes = await readFile(join(process.cwd(), "src/fonts", `${name}.ttf`))
  const face = new Face(new Blob(new Uint8Array(bytes)))
  const font = new Font(face)
  const unitsPerEm = face.upem
  const lines = new Map<string, Line>()
  const draw = (text: string): Line => {
    const run = new TextRun()
    run.addText(text)
    run.guessSegmentProperties()
    shape(font, run)
    const positions = run.getGlyphPositions()
    let x = 0
    const path = run.getGlyphInfos().map(({ codepoint: glyph }, i) => {
      const position = positions[i]
      const outline = font.glyphToPath(glyph)
      const dx = x + (position?.xOffset ?? 0)
      x += position?.xAdvance ?? 0
      return (
        outline && `<path transform="translate(${dx} ${position?.yOffset ?? 0})" d="${outline}"/>`
      )
    })
    return { width: x / unitsPerEm, path: path.join("") }
  }
  return {
    unitsPerEm,
    has: (text) => Array.from(text).every((letter) => font.glyph(letter.codePointAt(0) ?? 0)),
    getLine(text) {
      const line = lines.get(text) ?? draw(text)
      lines.set(text, line)
      return line
    },
  }
}

let fontsPromise: Promise<{ display: OutlineFont; text: OutlineFont }> | undefined

export function loadFonts() {
  fontsPromise ??= Promise.all([openFont("unbounded"), openFont("onest")]).then(
    ([display, text]) => ({
      display,
      text,
    }),
  )
  return fontsPromise
}

/** Draws a line of text, whose baseline starts at x, y. */
export function write(
  font: OutlineFont,
  text: string,
  x: number,
  y: number,
  size: number,
  fill: string,
) {
  const scale = Math.round((size / font.unitsPerEm) * 100_000) / 100_000
  return `<g transform="translate(${round(x)} ${round(y)}) scale(${scale} ${-scale})" fill="${fill}">${font.getLine(text).path}</g>`
}

export interface Block {
  lines: string[]
  size: number
}

/** Returns the width of the longest line at font size 1. */
const getMaxWidth = (font: OutlineFont, lines: string[]) =>
  Math.max(...lines.map((line) => font.getLine(line).width))

/** Breaks words into as few lines as possible. Returns null if a word is too long. */
function wrap(font: OutlineFont, words: string[], width: number): string[] | null {
  // `best[n]` has the best lines for the first n words. `slack` is the sum of the squared free widths:
  // evenly filled lines have less slack.
  const best: ({ lines: string[]; slack: number } | null)[] = [{ lines: [], slack: 0 }]
  for (let end = 1; end <= words.length; end++) {
    // The last line begins at `start`.
    const candidates = Array.from({ length: end }, (_, start) => {
      const before = best[start]
      const line = words.slice(start, end).join(" ")
      const freeWidth = width - font.getLine(line).width
      return before && freeWidth >= 0
        ? { lines: [...before.lines, line], slack: before.slack + freeWidth ** 2 }
        : null
    }).filter((candidate) => candidate !== null)
    const minLines = Math.min(...candidates.map(({ lines }) => lines.length))
    const [bestCandidate = null] = candidates
      .filter(({ lines }) => lines.length === minLines)
      .toSorted((a, b) => a.slack - b.slack)
    best[end] = bestCandidate
  }
  return best[words.length]?.lines ?? null
}

interface Box {
  width: number
  height: number
  /** Possible font sizes, the largest first. */
  sizes: number[]
  /** Line height as a multiple of the font size. */
  leading: number
}

const removeLastLetter = (word: string) => cutText(word, word.length - 1)

/**
 * Breaks a text into lines with the largest font size that fits. Shortens a text that is too long for the smallest
 * size.
 */
export function fitText(font: OutlineFont, text: string, box: Box): Block {
  const { width, height, sizes, leading } = box
  const words = text.split(" ")
  for (const size of sizes) {
    const lines = wrap(font, words, width / size)
    if (lines && lines.length * size * leading <= height) return { lines, size }
  }
  const size = sizes.at(-1) ?? 40
  const maxLines = Math.max(1, Math.floor(height / (size * leading)))
  const shorten = (word: string): string =>
    font.getLine(word).width <= width / size
      ? word
      : shorten(`${removeLastLetter(word.replace(/…$/, ""))}…`)
  const lines = wrap(font, words.map(shorten), width / size) ?? []
  const lastLine = lines[maxLines - 1]
  return lines.length > maxLines && lastLine !== undefined
    ? { lines: [...lines.slice(0, maxLines - 1), shorten(`${lastLine}…`)], size }
    : { lines, size }
}

/** Breaks a name into lines so that the font size is as large as possible. */
export function fillBox(
  font: OutlineFont,
  name: string,
  width: number,
  height: number,
  leading: number,
): Block {
  const words = name.split(/\s+/)
  // Tries all layouts: each bit of `breaks` is a line break at one of the first six spaces.
  const layouts = Array.from({ length: 2 ** Math.min(words.length - 1, 6) }, (_, breaks) =>
    words
      .map((word, i) => (i === 0 ? word : `${(breaks >> (i - 1)) & 1 ? "\n" : " "}${word}`))
      .join("")
      .split("\n"),
  )
  const blocks = layouts.map((lines) => ({
    lines,
    size: Math.min(width / getMaxWidth(font, lines), height / (lines.length * leading)),
  }))
  return blocks.reduce((best, block) => (block.size > best.size ? block : best))
}

/** Distance from the top of a line to its baseline, as a multiple of the font size. */
const BASELINE = 0.86

/** Draws lines of text. Their upper left corner is at x, y. */
export const writeBlock = (
  font: OutlineFont,
  block: Block,
  x: number,
  y: number,
  leading: number,
  fill: string,
) =>
  block.lines
    .map((line, i) =>
      write(font, line, x, y + block.size * (BASELINE + i * leading), block.size, fill),
    )
    .join("")
