import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { HtmlValidate } from "html-validate"
import { beforeAll, describe, expect, test } from "vitest"
import { findBuiltSite, getSiteTemplate } from "../support/site-template.ts"

const validator = new HtmlValidate({ extends: ["html-validate:standard"] })

async function findFaults(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  const messages = results.flatMap((result) => result.messages)
  return [
    ...messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} at ${selector}`),
    ...findFaultsOfUncheckedRules(html),
  ]
}

/** Checks two rules that the validator lacks: nothing follows `</html>`, and a `srcset` with `sizes` has widths. */
function findFaultsOfUncheckedRules(html: string): string[] {
  const [, textAfterEnd = ""] = html.split("</html>")
  const pictures = html.match(/<(?:img|source)\s[^>]*>/gi) ?? []
  const picturesWithoutWidths = pictures.filter((tag) => {
    const [, srcset = ""] = /\ssrcset="([^"]*)"/i.exec(tag) ?? []
    const hasWidths = srcset.split(",").every((source) => /\s\d+w$/.test(source))
    return /\ssizes="/i.test(tag) && !hasWidths
  })
  return [
    ...(textAfterEnd.trim() ? [`content after </html>: ${textAfterEnd.slice(0, 80)}`] : []),
    ...picturesWithoutWidths.map((tag) => `sizes without widths in srcset: ${tag}`),
  ]
}

describe("the built pages", () => {
  let folder: string
  let pages: string[]

  beforeAll(async () => {
    folder = await findBuiltSite(await getSiteTemplate())
    pages = (await readdir(folder, { recursive: true })).filter(
      (path) => path.endsWith(".html") && (process.env.ALL_TESTS || !/^(lv|et|lt)[./]/.test(path)),
    )
  }, 600_000)

  test("the built pages are valid HTML", { timeout: 120_000 }, async () => {
    expect(pages.length).toBeGreaterThan(100)
    const faults: string[] = []
    for (const path of pages) {
      const html = await readFile(join(folder, path), "utf8")
      faults.push(...(await findFaults(html)).map((fault) => `${path}: ${fault}`))
    }
    expect(faults).toEqual([])
  })
})

test.each([
  ["two visible <main> elements", "<main>a</main><main>b</main>"],
  ["a deprecated attribute", '<table><tr><td align="right">1</td></tr></table>'],
  ["a duplicate id", '<p id="a">a</p><p id="a">b</p>'],
  ["a block inside a paragraph", "<p><div>a</div></p>"],
  ["sizes without widths", '<img src="/a.webp" alt="" srcset="/b.webp" sizes="100vw">'],
])("%s is reported", async (_, body) => {
  const page = `<!doctype html><html lang="en"><head><title>A page</title></head><body>${body}</body></html>`
  expect(await findFaults(page)).not.toEqual([])
})

test("a script after the end of the page is reported", async () => {
  const page = `<!doctype html><html lang="en"><head><title>A page</title></head><body></body></html>`
  expect(await findFaults(page)).toEqual([])
  expect(await findFaults(`${page}<script src="/a.js"></script>`)).toHaveLength(1)
})
