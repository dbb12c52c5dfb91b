/** What search engines and link previews see. */
import { LOCALES, OG_LOCALES } from "../../../src/i18n/locales.ts"
import { ARTICLE, everywhere, HIDDEN_PAGES, on, PUBLIC_PAGES } from "../pages.ts"
import { expect, test } from "../test.ts"

// Pages that are not there answer 404, which the browser logs.
test.use({ javaScriptEnabled: false, expectedErrors: /status of 404/ })

for (const { locale, path, address } of everywhere(PUBLIC_PAGES)) {
  test(`${address} names itself and its translations`, async ({ page }) => {
    await page.goto(address)
    const attribute = (selector: string, name: string) =>
      page.locator(selector).first().getAttribute(name)
    const pathOf = async (selector: string) => {
      const url = await attribute(selector, selector.startsWith("meta") ? "content" : "href")
      return new URL(url ?? "").pathname
    }
    await expect(page.locator("html")).toHaveAttribute("lang", locale)
    expect((await page.title()).length).toBeGreaterThan(5)
    expect((await attribute("meta[name=description]", "content"))?.length).toBeGreaterThan(20)
    expect(await pathOf("link[rel=canonical]")).toBe(address)
    expect(await pathOf("meta[property='og:url']")).toBe(address)
    expect(await attribute("meta[property='og:locale']", "content")).toBe(OG_LOCALES[locale])
    for (const other of LOCALES) {
      expect(await pathOf(`link[rel=alternate][hreflang=${other}]`)).toBe(on(other, path))
    }
    expect(await pathOf("link[rel=alternate][hreflang=x-default]")).toBe(path)
    await expect(page.locator("h1")).toHaveCount(1)
    const image = await attribute("meta[property='og:image']", "content")
    expect((await page.request.get(new URL(image ?? "").pathname)).status()).toBe(200)
    expect(await page.locator("meta[name=robots]").count()).toBe(0)
  })
}

for (const { address } of everywhere(HIDDEN_PAGES)) {
  test(`${address} asks not to be indexed`, async ({ page }) => {
    await page.goto(address)
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/)
    await expect(page.locator("link[rel=alternate][hreflang]")).toHaveCount(0)
  })
}

test("the structured data is what the pages are", async ({ page }) => {
  const dataOf = async (address: string) => {
    await page.goto(address)
    const texts = await page.locator("script[type='application/ld+json']").allTextContents()
    return texts.flatMap((text) => JSON.parse(text))
  }
  const home = await dataOf("/lv")
  expect(home).toContainEqual(expect.objectContaining({ "@type": "Organization" }))
  const site = home.find((data) => data["@type"] === "WebSite")
  expect(site.potentialAction.target).toContain("/teams?search={search_term_string}")

  const article = await dataOf(`/news/${ARTICLE}`)
  expect(article).toContainEqual(
    expect.objectContaining({
      "@type": "NewsArticle",
      headline: expect.any(String),
      datePublished: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      image: expect.anything(),
      inLanguage: "en",
    }),
  )
  expect(article).toContainEqual(expect.objectContaining({ "@type": "BreadcrumbList" }))
})

test("robots.txt allows the pages, keeps the rest and names the sitemap", async ({ request }) => {
  const answer = await request.get("/robots.txt")
  expect(answer.headers()["content-type"]).toContain("text/plain")
  const lines = (await answer.text()).split("\n")
  expect(lines).toContain("Allow: /")
  expect(lines).toContain("Crawl-delay: 1")
  expect(lines).toContain("Disallow: /api/")
  for (const prefix of ["", "/lv", "/et", "/lt", "/ru"]) {
    expect(lines).toContain(`Disallow: ${prefix}/admin`)
    expect(lines).toContain(`Disallow: ${prefix}/debug-role`)
  }
  expect(lines.some((line) => /^Sitemap: https?:\/\/.+\/sitemap\.xml$/.test(line))).toBe(true)
})

test("the sitemap lists each indexable page with its alternates", async ({ request }) => {
  const xml = await (await request.get("/sitemap.xml")).text()
  for (const { address } of everywhere(PUBLIC_PAGES)) {
    expect(xml).toMatch(new RegExp(`<loc>https?://[^/<]+${address === "/" ? "/?" : address}</loc>`))
  }
  expect(xml).toContain('hreflang="x-default"')
  for (const hidden of ["login", "admin", "shell", "404", "?lang="])
    expect(xml).not.toContain(hidden)
})

for (const { locale, address } of everywhere(["/feed.xml"])) {
  test(`${address} is a feed of the newest articles`, async ({ request }) => {
    const answer = await request.get(address)
    expect(answer.headers()["content-type"]).toMatch(/application\/(atom\+xml|xml)/)
    const xml = await answer.text()
    expect(xml).toContain('xmlns="http://www.w3.org/2005/Atom"')
    expect(xml.match(/<entry[ >]/g)?.length).toBeGreaterThanOrEqual(12)
    expect(xml).toContain(`${on(locale, `/news/${ARTICLE}`)}"`)
    for (const element of ["<id>", "<updated>", "<author>", 'rel="self"']) {
      expect(xml).toContain(element)
    }
  })
}
