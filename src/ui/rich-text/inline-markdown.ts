/** Converts the text of a block with its marks (bold, links and so on) to Markdown. */
import type { Mark, Node } from "prosemirror-model"
import { createMarkdownParser, isAllowedLink } from "../../markdown/render.ts"
import { findUrls, isTextOfUrl, normalizeUrl, writeUrlInContext } from "./urls.ts"

const { utils } = createMarkdownParser()

interface Character {
  kind: "character"
  text: string
  /** Whether the character is written as a character reference, such as `&#82;`. */
  isReference: boolean
}

/** The start or end of a mark in Markdown, such as `**`. */
interface Delimiter {
  kind: "delimiter"
  pair: { start: string; end: string }
  isOpening: boolean
}

/** A part of the Markdown to write. Text is split into single characters, which may need escapes. */
type Part =
  | Character
  | Delimiter
  | { kind: "break" }
  | { kind: "url"; text: string }
  | { kind: "code"; text: string }

/** Content with its marks, before delimiters are added. */
type Unit = Exclude<Part, Delimiter> & { marks: readonly Mark[] }

/** Delimiters of marks other than links and code. */
const MARKUP: Record<string, string> = { strong: "**", em: "*", strike: "~~" }

const isMark = (name: string) => (mark: Mark) => mark.type.name === name

const isSpace = (part: Part | undefined, spaces = /^\s$/) =>
  part?.kind === "character" && spaces.test(part.text)

/** Returns whether a mark can be written. The parser would reject some links, so they become plain text. */
const isWritable = ({ attrs: { href } }: Mark) => href === undefined || isAllowedLink(href)

/** Writes inline code between more backticks than it contains. */
function writeCode(text: string): string {
  const content = text.replaceAll("\n", " ")
  let ticks = "`"
  for (const [run] of content.matchAll(/`+/g)) if (run.length >= ticks.length) ticks = `${run}\``
  // The parser removes a space from both ends of code with spaces at both ends, so such code gets two more spaces.
  const isSpaced = content.startsWith(" ") && content.endsWith(" ") && /[^ ]/.test(content)
  const isPadded = isSpaced || content.startsWith("`") || content.endsWith("`")
  return isPadded ? `${ticks} ${content} ${ticks}` : ticks + content + ticks
}

function* splitIntoCharacters(text: string): Generator<Character> {
  for (const character of text) yield { kind: "character", text: character, isReference: false }
}

/** Splits a block into characters, URLs, code and line breaks. URLs stay whole, because they may become links. */
function* splitIntoUnits(block: Node): Generator<Unit> {
  for (const [index, node] of block.children.entries()) {
    const marks = node.marks.filter((mark) => !isMark("code")(mark) && isWritable(mark))
    const isCode = node.marks.some(isMark("code"))
    const text = (node.text ?? "").replace(/\r\n?/g, "\n")
    const link = marks.find(isMark("link"))
    const isLinked = (other: Node | null) => link && other && link.isInSet(other.marks)
    if (!node.isText) yield { kind: "break", marks }
    else if (isCode) yield { kind: "code", text: writeCode(text), marks }
    else if (link) {
      const isAlone =
        !isLinked(block.maybeChild(index - 1)) && !isLinked(block.maybeChild(index + 1))
      if (isAlone && isTextOfUrl(text, link)) {
        yield { kind: "url", text, marks: link.removeFromSet(marks) }
      } else for (const character of splitIntoCharacters(text)) yield { ...character, marks }
    } else {
      let end = 0
      for (const { from, to } of findUrls(text)) {
        for (const character of splitIntoCharacters(text.slice(end, from)))
          yield { ...character, marks }
        yield { kind: "url", text: text.slice(from, to), marks }
        end = to
      }
      for (const character of splitIntoCharacters(text.slice(end))) yield { ...character, marks }
    }
  }
}

/** Removes spaces at the start and end of lines, and line breaks at the end of the block. */
function trimLines(units: Iterable<Unit>): Unit[] {
  const out: Unit[] = []
  const trimEnd = (isEnd: (unit: Unit | undefined) => boolean) => {
    while (isEnd(out.at(-1))) out.pop()
  }
  for (const unit of units) {
    const last = out.at(-1)
    const isLineStart = !last || last.kind === "break" || isSpace(last, /^\n$/)
    if (isSpace(unit, /^[ \t\n]$/) && isLineStart) continue
    if (unit.kind === "break" || isSpace(unit, /^\n$/)) {
      trimEnd((before) => isSpace(before, /^[ \t\n]$/))
    }
    out.push(unit)
  }
  trimEnd((unit) => unit?.kind === "break" || isSpace(unit, /^[ \t\n]$/))
  return out
}

/** Returns the end of a Markdown link: `](url "title")`. */
export function writeDestination(href: string, title: string | null): string {
  const url = escapeEntities(normalizeUrl(href)).replace(/[()]/g, "\\$&")
  return `](${url}${title ? ` ${writeQuoted(title)}` : ""})`
}

const getMarkup = ({ type, attrs: { href, title } }: Mark): Delimiter["pair"] => {
  const markup = MARKUP[type.name]
  return markup
    ? { start: markup, end: markup }
    : { start: "[", end: writeDestination(href, title) }
}

/** Adds delimiters around the units. If two marks overlap, splits one of them, but never a link. */
function addDelimiters(units: Unit[]): Part[] {
  const parts: Part[] = []
  const open: { mark: Mark; pair: Delimiter["pair"] }[] = []
  const findEnd = (mark: Mark, from: number) => {
    let end = from
    while (mark.isInSet(units[end]?.marks ?? [])) end += 1
    return end
  }
  const closeFrom = (firstClosed: number) => {
    for (const { pair } of open.splice(firstClosed).reverse()) {
      parts.push({ kind: "delimiter", pair, isOpening: false })
    }
  }
  for (const [index, { marks, ...part }] of units.entries()) {
    // Closes the outermost mark that ends here, and all marks inside it.
    const endedIndex = open.findIndex(({ mark }) => !mark.isInSet(marks))
    closeFrom(endedIndex < 0 ? open.length : endedIndex)
    const isNew = (mark: Mark) => !open.some((openMark) => openMark.mark.eq(mark))
    const link = marks.find(isMark("link"))
    if (link && isNew(link)) {
      // Closes a mark that ends within the link. The mark is opened again inside the link.
      const crossingIndex = open.findIndex(
        ({ mark }) => findEnd(mark, index) < findEnd(link, index),
      )
      if (crossingIndex >= 0) closeFrom(crossingIndex)
    }
    // Marks that end last are opened first, so that marks are nested.
    const newMarks = marks.filter(isNew).sort((a, b) => findEnd(b, index) - findEnd(a, index))
    for (const mark of newMarks) {
      const pair = getMarkup(mark)
      parts.push({ kind: "delimiter", pair, isOpening: true })
      open.push({ mark, pair })
    }
    parts.push(part)
  }
  closeFrom(0)
  return parts
}

const isOpening = (part: Part | undefined) => part?.kind === "delimiter" && part.isOpening
const isClosing = (part: Part | undefined) => part?.kind === "delimiter" && !part.isOpening
const isBlank = (part: Part | undefined) => part?.kind === "break" || isSpace(part)

/** Moves spaces and breaks at the edges of marks outside the delimiters. Removes delimiters without text. */
function moveSpacesOut(parts: Part[]): Part[] {
  const out: Part[] = []
  // Moves spaces after opening delimiters in front of them.
  for (const part of parts) {
    if (isClosing(part) && isOpening(out.at(-1))) out.pop()
    else if (isBlank(part)) out.splice(out.findLastIndex((other) => !isOpening(other)) + 1, 0, part)
    else out.push(part)
  }
  // Moves spaces before closing delimiters behind them.
  for (let index = out.length - 1; index >= 0; index -= 1) {
    const part = out[index]
    if (!part || !isBlank(part) || !isClosing(out[index + 1])) continue
    let end = index
    while (isClosing(out[end + 1])) end += 1
    out.splice(index, 1)
    out.splice(end, 0, part)
  }
  return out
}

const isStrong = (part: Part | undefined) => part?.kind === "delimiter" && part.pair.start === "**"

/** Changes the delimiters of emphasis from `*` to `_` next to the asterisks of bold text. */
function chooseEmphasis(parts: Part[]): void {
  for (const [index, part] of parts.entries()) {
    const touches = isStrong(parts[index - 1]) || isStrong(parts[index + 1])
    if (part.kind !== "delimiter" || part.pair.start !== "*" || !touches) continue
    Object.assign(part.pair, { start: "_", end: "_" })
  }
}

function writeUnescaped(part: Part): string {
  if (part.kind === "delimiter") return part.isOpening ? part.pair.start : part.pair.end
  if (part.kind === "break") return "\\\n"
  if (part.kind === "url") return `<${part.text}>`
  if (part.kind === "character" && part.isReference) return writeReference(part.text)
  return part.text
}

const writeReference = (character: string) => `&#${character.codePointAt(0)};`

const SPACE_CODE = 32

/** Returns whether the parser would recognize a delimiter between two texts (flanking, CommonMark 6.2). */
function isRecognized({ pair, isOpening }: Delimiter, before: string, after: string): boolean {
  const [last = SPACE_CODE, next = SPACE_CODE] = [[...before].at(-1), [...after][0]].map(
    (character) => character?.codePointAt(0),
  )
  const isPunctuation = (code: number) => utils.isMdAsciiPunct(code) || utils.isPunctCharCode(code)
  const { isWhiteSpace } = utils
  const isBoundary = (code: number) => isWhiteSpace(code) || isPunctuation(code)
  const isLeftFlanking = !isWhiteSpace(next) && (!isPunctuation(next) || isBoundary(last))
  const isRightFlanking = !isWhiteSpace(last) && (!isPunctuation(last) || isBoundary(next))
  if (pair.start === "[") return true
  if (pair.start !== "_") return isOpening ? isLeftFlanking : isRightFlanking
  return isOpening
    ? isLeftFlanking && (!isRightFlanking || isPunctuation(last))
    : isRightFlanking && (!isLeftFlanking || isPunctuation(next))
}

/**
 * Marks characters to write as references, so that the parser recognizes delimiters next to them: `**Kur:**&#82;īga`.
 */
function addReferences(parts: Part[]): void {
  const writeSource = (index: number) => {
    const part = parts[index]
    return part ? writeUnescaped(part) : " "
  }
  for (let hasChanged = true; hasChanged; ) {
    hasChanged = false
    for (const [index, part] of parts.entries()) {
      if (part.kind !== "delimiter") continue
      if (isRecognized(part, writeSource(index - 1), writeSource(index + 1))) continue
      const outside = parts[part.isOpening ? index - 1 : index + 1]
      if (outside?.kind !== "character" || outside.isReference) continue
      outside.isReference = true
      hasChanged = true
    }
  }
}

/** Longer than any character reference. */
const MAX_REFERENCE_LENGTH = 40
/** Matches a character reference at the start of a text, such as `&amp;` or `&#82;`. */
const ENTITY = /^&(#x[\da-f]{1,6}|#\d{1,7}|[a-z][a-z\d]{1,31});/i

const escapeEntities = (text: string) =>
  text.replace(/&/g, (sign, index) =>
    ENTITY.test(text.slice(index, index + MAX_REFERENCE_LENGTH)) ? "\\&" : sign,
  )

export const writeQuoted = (text: string): string =>
  `"${escapeEntities(text.replace(/\s*\n\s*/g, " ").replace(/["\\]/g, "\\$&"))}"`

const isWordPart = (part: Part | undefined) =>
  part?.kind === "character" && !part.isReference && /[\p{L}\p{N}]/u.test(part.text)

/** Joins the parts. Writes a backslash before characters that the parser would otherwise interpret as markup. */
function writeParts(parts: Part[]): string {
  const texts = parts.map((part) => ("text" in part ? part.text : ""))
  const getTextBetween = (from: number, to: number) => texts.slice(Math.max(0, from), to).join("")
  /** Whether the text from a part to the next space has a colon or `@`. After `<`, such text could be an autolink. */
  const isBeforeUrl: boolean[] = []
  for (let index = parts.length - 1; index >= 0; index -= 1) {
    const text = texts[index] ?? ""
    const isEnd = /[\s<>]/.test(text) || parts[index]?.kind === "break"
    isBeforeUrl[index] = /^[^\s<>]*[:@]/.test(text) || (!isEnd && isBeforeUrl[index + 1] === true)
  }

  function needsEscape({ text }: Character, index: number): boolean {
    switch (text) {
      case "_":
        // An underscore inside a word is not emphasis.
        return !isWordPart(parts[index - 1]) || !isWordPart(parts[index + 1])
      case "&":
        return ENTITY.test(getTextBetween(index, index + MAX_REFERENCE_LENGTH))
      case "<":
        return isBeforeUrl[index + 1] === true
      case ":":
        // Escapes the scheme of a URL that must stay text, for example in the label of another link.
        return /https?:\/\//i.test(getTextBetween(index - 5, index + 3))
      case "!": {
        const next = parts[index + 1]
        return next?.kind === "delimiter" && next.isOpening && next.pair.start === "["
      }
      default:
        return /[\\`*~[\]]/.test(text)
    }
  }

  /** Writes a URL, in angle brackets unless the parser recognizes the URL without them. */
  function writeUrl(url: string, index: number): string {
    const before = parts[index - 1]
    let end = index + 1
    while (isSpace(parts[end], /^[.,;:!?)]$/)) end += 1
    const isSurroundedBySpaces =
      (!before || isSpace(before, /^[\s(]$/)) && (end === parts.length || isSpace(parts[end]))
    return isSurroundedBySpaces
      ? writeUrlInContext(
          url,
          before ? (texts[index - 1] ?? "") : "",
          getTextBetween(index + 1, end),
        )
      : `<${url}>`
  }

  return parts
    .map((part, index) => {
      if (part.kind === "url") return writeUrl(part.text, index)
      if (part.kind !== "character" || part.isReference || !needsEscape(part, index)) {
        return writeUnescaped(part)
      }
      return `\\${part.text}`
    })
    .join("")
}

/** Matches the start of a bulleted list, a rule or table, a quote, a heading, or the line below a heading. */
const BLOCK_START = /^(?:[-+](?=[ \t]|$)|[-:|](?=[-:| \t]*$)|>|#{1,6}(?=[ \t]|$)|=+[ \t]*$)/
const NUMBERED_LIST_START = /^(\d{1,9})([.)](?=[ \t]|$))/

/** Adds a backslash to a line start that the parser would otherwise interpret as a block. */
const escapeLine = (line: string): string =>
  line.replace(BLOCK_START, "\\$&").replace(NUMBERED_LIST_START, "$1\\$2")

export function writeInlineMarkdown(block: Node): string {
  const parts = moveSpacesOut(addDelimiters(trimLines(splitIntoUnits(block))))
  const isHeading = block.type.name === "heading"
  // A heading has only one line, so line feeds are written as character references.
  if (isHeading) {
    for (const part of parts)
      if (isSpace(part, /^\n$/) && part.kind === "character") part.isReference = true
  }
  chooseEmphasis(parts)
  addReferences(parts)
  const source = writeParts(parts)
  // Escapes final number signs, which would close the heading.
  if (isHeading) return source.replace(/(^|[ \t])(#+)$/, "$1\\$2")
  return source.split("\n").map(escapeLine).join("\n")
}

export const writeLabel = (text: string): string =>
  writeParts([...splitIntoCharacters(text.replace(/\s*\n\s*/g, " "))])
