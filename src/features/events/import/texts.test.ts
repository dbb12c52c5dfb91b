import { describe, expect, test } from "vitest"
import { makeEntry, readLines } from "./fixtures.ts"

const START = "DTSTART:20261209T173000Z"
const readEvent = (...lines: string[]) =>
  readLines("BEGIN:VEVENT", "UID:a", START, ...lines, "END:VEVENT")?.events[0]
const readDescription = (text: string) => readEvent("SUMMARY:A", `DESCRIPTION:${text}`)?.description

describe("a description", () => {
  test.each([
    ['<b>Bring</b> <span style="color: red">water</span>', "Bring water"],
    ["One<br>two<BR/>three", "One\ntwo\nthree"],
    ["<html-blob><p>One</p><ul><li>two</li></ul></html-blob>", "One\ntwo"],
    ['<a href="https://x.example/?a=1&amp;b=2" target=_blank>tickets</a>', "tickets"],
    ["<style type='text/css'>p { color: red }</style>Hello", "Hello"],
    ["We play <Armageddon> and <Whiplash>", "We play <Armageddon> and <Whiplash>"],
    ["a<b and c>d", "a<b and c>d"],
    ["x < y > z", "x < y > z"],
    ["&lt;b&gt;", "<b>"],
    ["It&#39;s&nbsp;on&hellip; &eacute; &#x1F49C; &amp;lt; AT&T", "It's on… é 💜 &lt; AT&T"],
  ])("%j becomes plain text", (text, plain) => {
    expect(readDescription(text)).toBe(plain)
  })
})

test.each([
  ["aespa <Armageddon> listening party", "aespa <Armageddon> listening party"],
  ["Tom &amp; Jerry &#8211; K-pop", "Tom & Jerry – K-pop"],
  ["<b>", "<b>"],
])("a title keeps angle brackets, and its entities are decoded: %s", (text, title) => {
  expect(readEvent(`SUMMARY:${text}`)?.title).toBe(title)
})

describe("a long text is not cut inside", () => {
  test.each([
    ["an emoji", "💜"],
    ["a family emoji", "👩‍👩‍👧"],
    ["a flag", "🇪🇪"],
    ["a letter with marks", "a\u0301\u0302"],
  ])("%s", (_, letter) => {
    // A shortened title has 199 characters and an ellipsis. `room` of the 199 are left for the repeated letter.
    for (const room of [0, 1, 2, 3, 4, 5, 6, 7]) {
      const start = "x".repeat(199 - room)
      const { title, location } =
        readEvent(`SUMMARY:${start}${letter.repeat(9)}`, `LOCATION:${start}${letter.repeat(9)}`) ??
        {}
      const normalizedLetter = letter.normalize()
      const wholeCount = Math.floor(room / normalizedLetter.length)
      expect(title).toBe(`${start}${normalizedLetter.repeat(wholeCount)}…`)
      expect(location).toBe(title)
    }
  })
})

describe("an imported event", () => {
  test.each([
    ["URL:http://intranet/events/7", null],
    ["URL:https://", null],
    ["URL:https://x .example/a b", null],
    ["URL:mailto:ann@club.example", null],
    ["URL:www.example.org/x", "https://www.example.org/x"],
    ["URL;VALUE=URI:https://t.example/%E0", "https://t.example/%E0"],
  ])(
    "has a registration URL only if the URL is usable, and a missing scheme is added: %s",
    (line, registration_url) => {
      expect(readEvent("SUMMARY:A", line)).toMatchObject({ title: "A", registration_url })
    },
  )

  test("keeps at most three combining marks on a letter", () => {
    const marks = `Z${"\u0300\u0301\u0302\u0303\u0304"}`
    expect(readEvent("SUMMARY:A", `LOCATION:${marks}`, `DESCRIPTION:${marks}`)).toMatchObject({
      title: "A",
      location: "Z\u0300\u0301\u0302",
      description: "Z\u0300\u0301\u0302",
    })
  })

  test("has no location if all characters of the location are invisible", () => {
    expect(readLines(...makeEntry("UID:a", START, "LOCATION:\u3164"))?.events).toMatchObject([
      { location: null },
    ])
  })
})

test("quoted-printable text of older calendars is decoded", () => {
  expect(
    readEvent("SUMMARY;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=B5ulu=", "pidu =3D 💜")?.title,
  ).toBe("Jõulupidu = 💜")
})
