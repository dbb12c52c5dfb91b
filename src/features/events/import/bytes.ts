/** Decodes the bytes of a calendar file, whose character encoding is often not declared or wrong. */

const LINE_FEED = 10
const CARRIAGE_RETURN = 13
const SPACE = 32
const TAB = 9

/** TextDecoder writes this character in place of bytes that are invalid in an encoding. */
const REPLACEMENT_CHARACTER = "\ufffd"

/**
 * Joins folded lines: a line break before a space or tab is not the end of a line. Works on bytes, because such a break
 * may be between the bytes of a letter.
 */
function unfold(bytes: Uint8Array): Uint8Array {
  const unfolded = new Uint8Array(bytes.length)
  let length = 0
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0
    const isBreak = byte === LINE_FEED || byte === CARRIAGE_RETURN
    const nextIndex =
      byte === CARRIAGE_RETURN && bytes[index + 1] === LINE_FEED ? index + 2 : index + 1
    const nextByte = bytes[nextIndex]
    if (isBreak && (nextByte === SPACE || nextByte === TAB)) index = nextIndex
    else unfolded[length++] = byte
  }
  return unfolded.subarray(0, length)
}

/** Returns null if some bytes are invalid in the charset. */
function decodeStrictly(bytes: Uint8Array, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Returns the charset if the text is UTF-16, which has a byte order mark or a zero byte in the first character. */
function detectUtf16([first, second]: Uint8Array): string | undefined {
  if ((first === 0xff && second === 0xfe) || second === 0) return "utf-16le"
  if ((first === 0xfe && second === 0xff) || first === 0) return "utf-16be"
  return undefined
}

/** Returns the charset that a Content-Type or a property declares, or undefined if TextDecoder does not know it. */
function findDeclaredCharset(text: string): string | undefined {
  const name = /;\s*charset="?([\w-]+)/i.exec(text)?.[1]
  try {
    return name && new TextDecoder(name).encoding
  } catch {
    return undefined
  }
}

/**
 * Decodes a line with the first suitable charset: UTF-8 (if most non-ASCII letters are valid), the declared charset,
 * windows-1257 (Baltic), and windows-1252 (Western Europe).
 */
function decodeLine(line: Uint8Array, declaredCharset: string | undefined): string {
  const utf8 = decodeStrictly(line, "utf-8")
  if (utf8 !== null) return utf8
  const text = new TextDecoder().decode(line)
  const invalidCount = text.split(REPLACEMENT_CHARACTER).length - 1
  const letterCount = text.match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0
  if (letterCount > invalidCount) return text
  const charset = findDeclaredCharset(text.slice(0, text.indexOf(":") + 1)) ?? declaredCharset
  const declaredText = charset && charset !== "utf-8" ? decodeStrictly(line, charset) : null
  if (declaredText !== null) return declaredText
  const baltic = new TextDecoder("windows-1257").decode(line)
  // Control characters in the decoded text mean that the line has another encoding.
  const isBaltic = !/[\u0080-\u009f\ufffd]/.test(baltic)
  return isBaltic ? baltic : new TextDecoder("windows-1252").decode(line)
}

/** Decodes a calendar file, and joins its folded lines except in UTF-16. `contentType` is the header of a response. */
export function decodeCalendar(bytes: Uint8Array, contentType = ""): string {
  const utf16 = detectUtf16(bytes)
  if (utf16) return new TextDecoder(utf16).decode(bytes)
  const unfolded = unfold(bytes)
  const utf8 = decodeStrictly(unfolded, "utf-8")
  if (utf8 !== null) return utf8
  const declaredCharset = findDeclaredCharset(contentType)
  const lines: string[] = []
  for (let start = 0; start < unfolded.length; ) {
    const end = unfolded.indexOf(LINE_FEED, start)
    const nextStart = end === -1 ? unfolded.length : end + 1
    lines.push(decodeLine(unfolded.subarray(start, nextStart), declaredCharset))
    start = nextStart
  }
  return lines.join("")
}

/** `BEGIN:VCALENDAR` must be within this number of bytes at the start of a file. */
export const HEAD_BYTES = 64_000

export const beginsCalendar = (head: Uint8Array): boolean =>
  /BEGIN:\s*VCALENDAR/i.test(decodeCalendar(head))
