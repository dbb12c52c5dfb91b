import { expect, test } from "vitest"
import { beginsCalendar, decodeCalendar } from "./bytes.ts"

/** Creates bytes from characters with the codes 0 to 255. */
const toBytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const toUtf8 = (text: string) => new TextEncoder().encode(text)

test.each([
  ["UTF-8", toUtf8("Jõulupidu\r\nRīgā"), "Jõulupidu\r\nRīgā"],
  ["UTF-8 with a byte order mark", toUtf8("\ufeffJõulupidu"), "Jõulupidu"],
  ["UTF-16 with a byte order mark", toBytes("\xff\xfeJ\0\xf5\0u\0"), "Jõu"],
  ["big-endian UTF-16", toBytes("\xfe\xff\0J\0\xf5\0u"), "Jõu"],
  ["UTF-16 without a byte order mark", toBytes("J\0\xf5\0u\0"), "Jõu"],
  ["Latin-1", toBytes("J\xf5ulupidu \xf6\xf6klubis"), "Jõulupidu ööklubis"],
  ["windows-1257 (Baltic)", toBytes("R\xeeg\xe2, \xd0iauliai"), "Rīgā, Šiauliai"],
  ["windows-1252 (Western Europe)", toBytes("Crois\xe9e \x9c"), "Croisée œ"],
  ["letters split by line folding", toBytes("R\xc4\r\n \xabg\xc4\n\t\x81"), "Rīgā"],
  ["a broken letter in UTF-8", toBytes("R\xc4\xabg\xc4\x81 \xc4"), "Rīgā \ufffd"],
  ["two encodings", toBytes("R\xc4\xabg\xc4\x81\r\nJ\xf5ulud\r\n"), "Rīgā\r\nJõulud\r\n"],
  [
    "a charset parameter of the property",
    toBytes("X;CHARSET=windows-1251:\xcf\xf0\xe8\xe2\xe5\xf2"),
    "X;CHARSET=windows-1251:Привет",
  ],
])("decodes %s", (_, bytes, text) => {
  expect(decodeCalendar(bytes)).toBe(text)
})

test("bytes that are not UTF-8 are decoded with the charset of the Content-Type", () => {
  const type = 'text/calendar; charset="windows-1251"'
  expect(decodeCalendar(toBytes("\xcf\xf0\xe8\xe2\xe5\xf2"), type)).toBe("Привет")
  expect(decodeCalendar(toUtf8("Привет"), type)).toBe("Привет")
  expect(decodeCalendar(toBytes("J\xf5ulud"), "text/calendar; charset=unheard-of")).toBe("Jõulud")
})

test.each([
  ["a picture", false, toBytes(`\xff\xd8\xff\xe0\0\x10JFIF${"\xa9\x00".repeat(30_000)}`)],
  ["a web page", false, toUtf8("<!doctype html><title>Log in</title>")],
  ["contacts", false, toUtf8("BEGIN:VCARD\r\nEND:VCARD")],
  ["nothing", false, toUtf8("")],
  ["a calendar", true, toUtf8("BEGIN:VCALENDAR")],
  ["a calendar after blank lines", true, toUtf8("\r\n\r\nbegin:vcalendar")],
  ["a calendar in UTF-16", true, toBytes(`\xff\xfe${[..."BEGIN:VCALENDAR"].join("\0")}\0`)],
])("beginsCalendar() with %s returns %s", (_, isCalendar, bytes) => {
  expect(beginsCalendar(bytes)).toBe(isCalendar)
})
