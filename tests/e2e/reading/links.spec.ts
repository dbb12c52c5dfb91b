import type { APIRequestContext } from "@playwright/test"
import { splitLocale } from "../../../src/i18n/paths.ts"
import { expect, test } from "../test.ts"

/** This page comes with ideas. */
const TO_COME = ["/suggest-idea"]

/** Whether a crawler has business there: our functions do things. */
const isPage = ({ pathname }: URL) =>
  !pathname.startsWith("/api/") && !TO_COME.includes(splitLocale(pathname).path)

/** What a document links to or loads, as addresses on this site. */
function addressesIn(html: string, base: string): string[] {
  const found: string[] = []
  for (const [, attribute = "", value = ""] of html.matchAll(
    /\s(href|src|srcset|poster)="([^"]*)"/g,
  )) {
    const parts =
      attribute === "srcset"
        ? value.split(",").map((part) => part.trim().split(" ")[0] ?? "")
        : [value]
    for (const part of parts) {
      const url = URL.parse(part.replaceAll("&amp;", "&"), base)
      if (url && url.origin === new URL(base).origin && isPage(url))
        found.push(`${url.pathname}${url.search}`)
    }
  }
  return found
}

async function crawl(request: APIRequestContext, origin: string) {
  const from = new Map([["/", "the start"]])
  const dead: string[] = []
  const pages = new Map<string, string>()
  const queue = ["/"]
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const answer = await request.get(path)
    if (answer.status() !== 200)
      dead.push(`${path} is ${answer.status()}, linked from ${from.get(path)}`)
    if (!answer.headers()["content-type"]?.includes("text/html")) continue
    const html = await answer.text()
    pages.set(path, html)
    for (const address of addressesIn(html, origin + path)) {
      // A language link is the page itself under another name.
      const bare = address.replace(/\?lang=\w\w$/, "")
      if (from.has(bare)) continue
      from.set(bare, path)
      queue.push(bare)
    }
  }
  return { dead, pages }
}

test("a crawl from the home page finds no dead link, and every article in five languages", async ({
  request,
  baseURL,
}) => {
  const { dead, pages } = await crawl(request, baseURL ?? "")
  expect(dead).toEqual([])
  const articles = [...pages.keys()].filter((path) => /\/news\/[a-z]/.test(path))
  expect(articles.length).toBeGreaterThanOrEqual(12 * 5)
  for (const [path, html] of pages) {
    for (const [, id = ""] of html.matchAll(/href="#([^"]+)"/g)) {
      expect(html, `${path} links to #${id}`).toContain(`id="${id}"`)
    }
  }
})
