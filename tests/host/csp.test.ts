import { createHash } from "node:crypto"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import {
  collectInline,
  embedPolicy,
  type Inline,
  policy,
  writePolicy,
} from "../../netlify/host/build/csp.ts"
import { readHeaders } from "../../netlify/host/rules.ts"
import { LOCALES } from "../../src/i18n/locales.ts"
import { localePath } from "../../src/i18n/paths.ts"
import { temporaryFolder } from "./temporary-folder.ts"

const inlineOf = (html: string): Inline => {
  const inline: Inline = { scripts: new Set(), styles: new Set() }
  collectInline(html, inline)
  return inline
}
const scriptsOf = (html: string) => [...inlineOf(html).scripts]
const sha256 = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

test.each([
  ["a plain script", "<script>go()</script>"],
  ["a module", `<script type="module">go()</script>`],
  ["attributes with angle brackets", `<script data-if="a > b" defer>go()</script>`],
  ["capitals and a space at the end", "<SCRIPT>go()</SCRIPT >"],
])("%s counts", (_, html) => {
  expect(scriptsOf(html)).toEqual(["go()"])
})

test.each([
  ["a data block", `<script type="application/json">{"a":1}</script>`],
  ["a file with text inside", `<script src="/a.js">go()</script>`],
  ["an empty script", "<script></script>"],
])("%s does not", (_, html) => {
  expect(scriptsOf(html)).toEqual([])
})

test("the hash is over the text as a browser reads it", () => {
  const value = policy(inlineOf("<script>one()\r\ntwo('ķ')</script>"), "")
  expect(value).toContain(sha256("one()\ntwo('ķ')"))
})

test("nothing inline runs that the build did not make", () => {
  const value = policy(inlineOf("<style>a{}</style>"), "")
  expect(value).toContain("script-src 'self';")
  expect(value).toContain(`style-src 'self' ${sha256("a{}")};`)
  expect(value).not.toContain("unsafe-inline")
})

test("only a site on https asks for https", () => {
  expect(policy(inlineOf(""), "https://daina.example")).toContain("upgrade-insecure-requests")
  expect(policy(inlineOf(""), "http://localhost:4321")).not.toContain("upgrade-insecure-requests")
})

test("scripts that differ from page to page stop the build, with an example", () => {
  const html = Array.from({ length: 61 }, (_, n) => `<script>render(${n})</script>`).join("")
  expect(() => policy(inlineOf(html), "")).toThrow(/61 different.*render\(60\)/s)
})

test("one policy is written for all pages, each script once", async () => {
  const dist = await temporaryFolder()
  await mkdir(join(dist, "lv"))
  await writeFile(join(dist, "index.html"), "<script>a()</script>")
  await writeFile(join(dist, "lv/news.html"), "<script>a()</script><script>b()</script>")
  await writePolicy(dist, "")
  const [path, line = ""] = (await readFile(join(dist, "_headers"), "utf8")).split("\n")
  expect(path).toBe("/*")
  expect(line).toMatch(/^ {2}Content-Security-Policy: default-src 'self'; /)
  expect(line.match(/sha256-/g)).toHaveLength(2)
})

test("what is no page may nothing, and does not carry the pages' hashes", async () => {
  const dist = await temporaryFolder()
  await writeFile(join(dist, "index.html"), "<script>a()</script>")
  await writePolicy(dist, "")
  const headersOf = await readHeaders(process.cwd(), join(dist, "_headers"))
  for (const path of ["/_astro/onest.abc.woff2", "/art/v2/hero-640.webp", "/drawn/a.webp"]) {
    expect(headersOf(path), path).toMatchObject({
      "content-security-policy": "default-src 'none'",
      "cache-control": "public, max-age=31536000, immutable",
    })
  }
})

test("what other sites may show has a policy of its own, in every language, and nothing else has", async () => {
  const dist = await temporaryFolder()
  await mkdir(join(dist, "lv/embed"), { recursive: true })
  await writeFile(join(dist, "index.html"), "<script>a()</script><style>a{}</style>")
  await writeFile(join(dist, "lv/embed/events.html"), "<style>b{}</style>")
  await writePolicy(dist, "")
  const headersOf = await readHeaders(".", join(dist, "_headers"))
  for (const locale of LOCALES) {
    const path = localePath("/embed/events/ee", locale)
    const { "content-security-policy": value } = headersOf(path)
    expect(value).toContain("default-src 'none'")
    expect(value).toContain(`style-src 'self' ${sha256("b{}")};`)
    expect(value).toContain("frame-ancestors *")
  }
  for (const path of ["/", "/calendar", "/teams/embed/posts/1", "/lv/events/embed"]) {
    const { "content-security-policy": value } = headersOf(path)
    expect(value).toContain("frame-ancestors 'none'")
    expect(value).not.toContain(sha256("b{}"))
  }
})

test("a list with a script stops the build", () => {
  expect(() => embedPolicy(inlineOf("<script>go()</script>"))).toThrow(/script: go\(\)/)
})
