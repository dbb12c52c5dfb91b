/** Tests of the Content-Security-Policy that a build writes. The policy allows inline code of pages by its hash. */
import { createHash } from "node:crypto"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import {
  createHeadersFile,
  createPolicy,
  type InlineBlocks,
} from "../../../netlify/host/build/csp.ts"
import { readHeaders } from "../../../netlify/host/rules.ts"
import { LOCALES } from "../../../src/i18n/locales.ts"
import { localePath } from "../../../src/i18n/paths.ts"
import { makeTemporaryFolder } from "../support/temporary-folder.ts"

const makeCspHash = (text: string) =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`

async function makeHeaderFinder(blocks: InlineBlocks) {
  const file = join(await makeTemporaryFolder(), "_headers")
  await writeFile(file, createHeadersFile(blocks, ""))
  return readHeaders(process.cwd(), file)
}

/** Inline code of pages. `embedStyles` are the styles of the lists that other sites embed. */
const BLOCKS = { scripts: ["a()"], styles: ["a{}"], embedStyles: ["b{}"] }

test("hashes are computed from text with normalized line ends", () => {
  const policy = createPolicy({ scripts: ["one()\r\ntwo('ķ')"], styles: [] }, "")
  expect(policy).toContain(makeCspHash("one()\ntwo('ķ')"))
})

test("only the given inline scripts and styles are allowed", () => {
  const policy = createPolicy({ scripts: [], styles: ["a{}"] }, "")
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain(`style-src 'self' ${makeCspHash("a{}")};`)
  expect(policy).not.toContain("unsafe-inline")
})

test("the policy upgrades requests to https only on a site with https", () => {
  expect(createPolicy(BLOCKS, "https://daina.example")).toContain("upgrade-insecure-requests")
  expect(createPolicy(BLOCKS, "http://localhost:4321")).not.toContain("upgrade-insecure-requests")
})

test("all pages have one policy, with each hash once", async () => {
  const blocks = { ...BLOCKS, scripts: ["a()", "b()", "a()"], styles: [] }
  const [path, line = ""] = createHeadersFile(blocks, "").split("\n")
  expect(path).toBe("/*")
  expect(line).toMatch(/^ {2}Content-Security-Policy: default-src 'self'; /)
  expect(line.match(/sha256-/g)).toHaveLength(2)
})

test("assets have a short policy without hashes", async () => {
  const findHeaders = await makeHeaderFinder(BLOCKS)
  for (const path of ["/_astro/onest.abc.woff2", "/art/v2/hero-640.webp", "/drawn/a.webp"]) {
    expect(findHeaders(path), path).toMatchObject({
      "content-security-policy": "default-src 'none'",
      "cache-control": "public, max-age=31536000, immutable",
    })
  }
})

test("other sites can embed only the lists that are made for embedding", async () => {
  const findHeaders = await makeHeaderFinder(BLOCKS)
  for (const locale of LOCALES) {
    const path = localePath("/embed/events/ee", locale)
    const { "content-security-policy": policy } = findHeaders(path)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain(`style-src 'self' ${makeCspHash("b{}")};`)
    expect(policy).toContain("frame-ancestors *")
    expect(policy).not.toContain("script-src")
  }
  for (const path of ["/", "/calendar", "/teams/embed/posts/1", "/lv/events/embed"]) {
    const { "content-security-policy": policy } = findHeaders(path)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain(makeCspHash("b{}"))
  }
})
