const LINE_FEED = 10
const CARRIAGE_RETURN = 13
const SPACE = 32
const TAB = 9

const UNREADABLE = "\ufffd"

/** Joins folded lines. Works on bytes, because a line break may split a letter. */
function unfold(bytes: Uint8Array): Uint8Array {
  const unfolded = new Uint8Array(bytes.length)
  let length = 0
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0
    const isBreak = byte === LINE_FEED || byte === CARRIAGE_RETURN
    const next = byte === CARRIAGE_RETURN && bytes[index + 1] === LINE_FEED ? index + 2 : index + 1
    const after = bytes[next]
    if (isBreak && (after === SPACE || after === TAB)) index = next
    else unfolded[length++] = byte
  }
  return unfolded.subarray(0, length)
}

function decode(bytes: Uint8Array, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** UTF-16 has a byte order mark, or a zero byte in the first character. */
function detectWideCharset([first, second]: Uint8Array): string | undefined {
  if ((first === 0xff && second === 0xfe) || second === 0) return "utf-16le"
  if ((first === 0xfe && second === 0xff) || first === 0) return "utf-16be"
  return undefined
}

/** Returns the charset of a Content-Type or property. Undefined if TextDecoder lacks it. */
function findDeclaredCharset(text: string): string | undefined {
  const name = /;\s*charset="?([\w-]+)/i.exec(text)?.[1]
  try {
    return name && new TextDecoder(name).encoding
  } catch {
    return undefined
  }
}

/** Tries UTF-8 (if most letters are valid), then the declared charset, windows-1257 and windows-1252. */
function decodeLine(line: Uint8Array, declared: string | undefined): string {
  const utf8 = decode(line, "utf-8")
  if (utf8 !== null) return utf8
  const text = new TextDecoder().decode(line)
  const broken = text.split(UNREADABLE).length - 1
  const letters = text.match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0
  if (letters > broken) return text
  const charset = findDeclaredCharset(text.slice(0, text.indexOf(":") + 1)) ?? declared
  const named = charset && charset !== "utf-8" ? decode(line, charset) : null
  if (named !== null) return named
  const baltic = new TextDecoder("windows-1257").decode(line)
  const isBaltic = !/[\u0080-\u009f\ufffd]/.test(baltic)
  return isBaltic ? baltic : new TextDecoder("windows-1252").decode(line)
}

export function decodeCalendar(bytes: Uint8Array, contentType = ""): string {
  const wide = detectWideCharset(bytes)
  if (wide) return new TextDecoder(wide).decode(bytes)
  const unfolded = unfold(bytes)
  const decodedText = decode(unfolded, "utf-8")
  if (decodedText !== null) return decodedText
  const declared = findDeclaredCharset(contentType)
  const lines: string[] = []
  for (let start = 0; start < unfolded.length; ) {
    const end = unfolded.indexOf(LINE_FEED, start)
    const next = end === -1 ? unfolded.length : end + 1
    lines.push(decodeLine(unfolded.subarray(start, next), declared))
    start = next
  }
  return lines.join("")
}

/** `BEGIN:VCALENDAR` must be within this number of bytes. */
export const HEAD_BYTES = 64_000

export const beginsCalendar = (head: Uint8Array): boolean =>
  /BEGIN:\s*VCALENDAR/i.test(decodeCalendar(head))
