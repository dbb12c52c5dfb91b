import { expect, test } from "vitest"
import { beginsCalendar, decodeCalendar } from "./bytes.ts"

const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const utf8 = (text: string) => new TextEncoder().encode(text)

test.each([
  ["UTF-8", utf8("Jõulupidu\r\nRīgā"), "Jõulupidu\r\nRīgā"],
  ["UTF-8 with a byte order mark", utf8("\ufeffJõulupidu"), "Jõulupidu"],
  ["UTF-16 with a byte order mark", latin("\xff\xfeJ\0\xf5\0u\0"), "Jõu"],
  ["big-endian UTF-16", latin("\xfe\xff\0J\0\xf5\0u"), "Jõu"],
  ["UTF-16 without a byte order mark", latin("J\0\xf5\0u\0"), "Jõu"],
  ["Latin-1", latin("J\xf5ulupidu \xf6\xf6klubis"), "Jõulupidu ööklubis"],
  ["windows-1257 (Baltic)", latin("R\xeeg\xe2, \xd0iauliai"), "Rīgā, Šiauliai"],
  ["windows-1252 (Western Europe)", latin("Crois\xe9e \x9c"), "Croisée œ"],
  ["letters split by folded lines", latin("R\xc4\r\n \xabg\xc4\n\t\x81"), "Rīgā"],
  ["a broken letter in UTF-8", latin("R\xc4\xabg\xc4\x81 \xc4"), "Rīgā \ufffd"],
  ["two encodings", latin("R\xc4\xabg\xc4\x81\r\nJ\xf5ulud\r\n"), "Rīgā\r\nJõulud\r\n"],
  [
    "an encoding named by the property",
    latin("X;CHARSET=windows-1251:\xcf\xf0\xe8\xe2\xe5\xf2"),
    "X;CHARSET=windows-1251:Привет",
  ],
])("decodes %s", (_, bytes, text) => {
  expect(decodeCalendar(bytes)).toBe(text)
})

test("the server's charset is used for bytes that are not UTF-8", () => {
  const type = 'text/calendar; charset="windows-1251"'
  expect(decodeCalendar(latin("\xcf\xf0\xe8\xe2\xe5\xf2"), type)).toBe("Привет")
  expect(decodeCalendar(utf8("Привет"), type)).toBe("Привет")
  expect(decodeCalendar(latin("J\xf5ulud"), "text/calendar; charset=unheard-of")).toBe("Jõulud")
})

test.each([
  ["a picture", latin(`\xff\xd8\xff\xe0\0\x10JFIF${"\xa9\x00".repeat(30_000)}`), false],
  ["a web page", utf8("<!doctype html><title>Log in</title>"), false],
  ["contacts", utf8("BEGIN:VCARD\r\nEND:VCARD"), false],
  ["nothing", utf8(""), false],
  ["a calendar", utf8("BEGIN:VCALENDAR"), true],
  ["a calendar after blank lines", utf8("\r\n\r\nbegin:vcalendar"), true],
  ["a calendar in UTF-16", latin(`\xff\xfe${[..."BEGIN:VCALENDAR"].join("\0")}\0`), true],
])("%s is recognized as the beginning of a calendar: %s", (_, bytes, isCalendar) => {
  expect(beginsCalendar(bytes)).toBe(isCalendar)
})
