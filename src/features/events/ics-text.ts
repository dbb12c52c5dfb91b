/** Lines of iCalendar (RFC 5545). */

/** The most octets of a line, without its end. */
const MOST_OCTETS = 75

const encoder = new TextEncoder()
const octets = (text: string) => encoder.encode(text).length

/** A value of type TEXT; characters that iCalendar has no way of writing are dropped. */
export const escapeText = (text: string): string =>
  text
    .replace(/[\\;,]/g, "\\$&")
    .replace(/\r\n|\r|\n/g, "\\n")
    .replace(/[^\P{Cc}\t]/gu, "")

/** A line in pieces of at most 75 octets; no letter is cut in two. */
export function fold(line: string): string {
  if (octets(line) <= MOST_OCTETS) return line
  let folded = ""
  let room = MOST_OCTETS
  for (const letter of line) {
    const size = octets(letter)
    if (size > room) {
      folded += "\r\n "
      // The space counts.
      room = MOST_OCTETS - 1
    }
    folded += letter
    room -= size
  }
  return folded
}

/** The lines as a file. */
export const icsFile = (lines: string[]): string =>
  lines.map((line) => `${fold(line)}\r\n`).join("")

const basic = (iso: string) => iso.slice(0, 19).replace(/[-:]/g, "")

/** A moment (ISO or milliseconds) in UTC: `20261127T150000Z`. */
export const utcTime = (moment: string | number): string =>
  `${basic(new Date(moment).toISOString())}Z`

/** A wall clock's time: `20261127T170000`. */
export const localTime = (wall: string): string => basic(wall)
