import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { isLocale, LOCALES, type Locale, OG_LOCALES } from "../../src/i18n/locales.ts"
import { splitLocale } from "../../src/i18n/paths.ts"
import { ARTICLE_SLUG, localizePath, localizePaths, PUBLIC_PAGES, TEAM_SLUG } from "../e2e/pages.ts"
import { findBuiltSite, getSiteTemplate, SITE_URL } from "../support/site-template.ts"

const pages = new Map<string, string>()

const getPagePath = (file: string) =>
  `/${file.replace(/(^|\/)index\.html$|\.html$/, "")}`.replace(/(.)\/$/, "$1")

const folder = await findBuiltSite(await getSiteTemplate())
const files = await readdir(folder, { recursive: true, withFileTypes: true })
const paths = files
  .filter((file) => file.isFile())
  .map((file) => join(file.parentPath, file.name).slice(folder.length + 1))
for (const path of paths.filter((file) => file.endsWith(".html"))) {
  pages.set(getPagePath(path), await readFile(join(folder, path), "utf8"))
}

const read = (path: string) => readFile(join(folder, path), "utf8")

function getPage(pagePath: string): string {
  const html = pages.get(pagePath)
  if (html === undefined) throw new Error(`${pagePath} is not built`)
  return html
}

type Attributes = Record<string, string>

/** Returns the attributes of all elements with a tag name. Attribute names are in lower case. */
const findAttributes = (html: string, name: string): Attributes[] =>
  [...html.matchAll(new RegExp(`<${name}((?:\\s+[^\\s"=>/]+(?:="[^"]*")?)*)\\s*/?>`, "g"))].map(
    ([, attributes = ""]) =>
      Object.fromEntries(
        [...attributes.matchAll(/([^\s"=]+)(?:="([^"]*)")?/g)].map(([, key = "", value = ""]) => [
          key.toLowerCase(),
          value.replaceAll("&amp;", "&").replaceAll("&#38;", "&"),
        ]),
      ),
  )

const removeScripts = (html: string) =>
  html.replace(/<(script|style|template)\b[\s\S]*?<\/\1>/g, "")

const getText = (html: string) =>
  removeScripts(html)
    .replace(/<[^>]*>/g, " ")
    .replace(/&#(?:39|x27);/g, "'")
    .replace(/\s+/g, " ")

const getMain = (pagePath: string) => /<main[\s\S]*<\/main>/.exec(getPage(pagePath))?.[0] ?? ""

const listHeadings = (pagePath: string) =>
  [...getMain(pagePath).matchAll(/<h2[^>]*>([\s\S]*?)<\/h2>/g)].map(([, html = ""]) =>
    getText(html).trim(),
  )

const findMeta = (html: string, name: string) =>
  findAttributes(html, "meta").find((tag) => tag["name"] === name || tag["property"] === name)?.[
    "content"
  ]

const getUrlPath = (url = "") => URL.parse(url)?.pathname

/** Returns whether a page shows an article, an event, a team or a post, which may lack translations. */
const isContent = (path: string) => /^\/(news|events|teams)\/./.test(path)

test.for(localizePaths(PUBLIC_PAGES))(
  "$localPath has a canonical URL and links to its translations",
  ({ locale, path, localPath: pagePath }) => {
    const html = getPage(pagePath)
    const links = findAttributes(html, "link")
    const alternates = links.filter(({ rel, hreflang }) => rel === "alternate" && hreflang)
    const languages = isContent(path)
      ? alternates.map((link) => link["hreflang"]).filter(isLocale)
      : [...LOCALES]
    const [original = locale] = languages
    const textLocale = languages.includes(locale) ? locale : original
    expect({
      lang: findAttributes(html, "html")[0]?.["lang"],
      canonical: getUrlPath(links.find(({ rel }) => rel === "canonical")?.["href"]),
      ogUrl: getUrlPath(findMeta(html, "og:url")),
      ogLocale: findMeta(html, "og:locale"),
      robots: findMeta(html, "robots"),
      // The home page has two <h1> elements: one for visitors, and one for members (MemberHome.tsx). Only one is counted.
      headings: findAttributes(removeScripts(html).replace(/<h1 id="yours"/, "<h2"), "h1").length,
      alternates: Object.fromEntries(
        alternates.map((link) => [link["hreflang"], getUrlPath(link["href"])]),
      ),
    }).toEqual({
      lang: locale,
      canonical: localizePath(textLocale, path),
      ogUrl: localizePath(textLocale, path),
      ogLocale: OG_LOCALES[textLocale],
      robots: undefined,
      headings: 1,
      alternates: {
        ...Object.fromEntries(languages.map((other) => [other, localizePath(other, path)])),
        "x-default": localizePath(languages.includes("en") ? "en" : original, path),
      },
    })
    expect(/<title>(.{6,})<\/title>/.test(html)).toBe(true)
    expect(findMeta(html, "description")?.length).toBeGreaterThan(20)
    expect(paths).toContain(getUrlPath(findMeta(html, "og:image"))?.slice(1))
    expect(getText(getMain(pagePath)).length, "text without scripts").toBeGreaterThan(200)
  },
)

test("the sitemap lists exactly the indexable pages that are their own canonical page", async () => {
  const xml = await read("sitemap.xml")
  const listedPaths = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) =>
    getUrlPath(url),
  )
  const requiredPages = localizePaths(PUBLIC_PAGES.filter((path) => !isContent(path)))
  for (const { localPath } of requiredPages) expect(listedPaths).toContain(localPath)
  expect(xml).toContain('hreflang="x-default"')
  for (const [pagePath, html] of pages) {
    const isNoindex = findMeta(html, "robots")?.includes("noindex") ?? false
    const canonical = findAttributes(html, "link").find(({ rel }) => rel === "canonical")?.["href"]
    const hasOtherCanonical = getUrlPath(canonical) !== pagePath
    expect([pagePath, listedPaths.includes(pagePath)]).toEqual([
      pagePath,
      !isNoindex && !hasOtherCanonical,
    ])
    if (isNoindex) expect(html, pagePath).not.toMatch(/<link[^>]*hreflang/)
  }
})

test.for(localizePaths(["/embed/events", "/embed/events/ee", `/embed/teams/${TEAM_SLUG}`]))(
  "$localPath is an embedded list without scripts, whose links open outside the frame",
  async ({ locale, path, localPath: pagePath }) => {
    const html = getPage(pagePath)
    expect(html).not.toMatch(/<script|<link|<img|\son\w+=/)
    expect(findAttributes(html, "html")[0]?.["lang"]).toBe(locale)
    expect(findAttributes(html, "base")).toEqual([{ target: "_blank" }])
    const links = findAttributes(html, "a").map(({ href }) => href)
    expect(links.at(-1)).toBe(localizePath(locale, "/"))
    const times = findAttributes(html, "time").map(({ datetime = "" }) => datetime)
    expect(times.length).toBeGreaterThan(0)
    expect(times).toEqual(times.toSorted())
    expect(links.filter((link) => link?.startsWith(localizePath(locale, "/events/")))).toHaveLength(
      times.length,
    )
    // The Estonian list has no events in Latvia or Lithuania, which would have the classes place-lv and place-lt.
    if (path === "/embed/events/ee") expect(html).not.toContain('class="place-l')
    expect(await read("_headers")).toContain(`${localizePath(locale, "/embed/*")}\n`)
  },
)

test("robots.txt allows pages, disallows the admin area and names the sitemap", async () => {
  const lines = (await read("robots.txt")).split("\n")
  for (const line of ["Allow: /", "Crawl-delay: 1", "Disallow: /api/"])
    expect(lines).toContain(line)
  for (const locale of LOCALES) {
    for (const path of ["/admin", "/newsroom", "/debug-role"]) {
      expect(lines).toContain(`Disallow: ${localizePath(locale, path)}`)
    }
  }
  expect(lines).toContain(`Sitemap: ${SITE_URL}/sitemap.xml`)
})

test("pages have structured data for their kind of content", () => {
  const getStructuredData = (pagePath: string): { "@type": string; [key: string]: unknown }[] =>
    [
      ...getPage(pagePath).matchAll(
        /<script[^>]*type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g,
      ),
    ].flatMap(([, json = ""]) => JSON.parse(json))
  const home = getStructuredData("/lv")
  expect(home).toContainEqual(expect.objectContaining({ "@type": "Organization" }))
  expect(home).toContainEqual(
    expect.objectContaining({
      "@type": "WebSite",
      inLanguage: "lv",
      potentialAction: expect.objectContaining({
        target: `${SITE_URL}/lv/teams?search={search_term_string}`,
      }),
    }),
  )
  const article = getStructuredData(`/news/${ARTICLE_SLUG}`)
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
  const faq = getStructuredData("/lv/faq").find((data) => data["@type"] === "FAQPage")
  expect(JSON.stringify(faq)).not.toMatch(/{{|<\/?\w+>/)
})

test.for(LOCALES)("the feed in %s has the newest articles", async (locale: Locale) => {
  const xml = await read(`${localizePath(locale, "/feed.xml")}`.slice(1))
  expect(xml).toContain('xmlns="http://www.w3.org/2005/Atom"')
  expect(xml.match(/<entry[ >]/g)?.length).toBeGreaterThanOrEqual(12)
  expect(xml).toContain(`${localizePath(locale, `/news/${ARTICLE_SLUG}`)}"`)
  for (const element of ["<id>", "<updated>", "<author>", 'rel="self"']) {
    expect(xml).toContain(element)
  }
})

/** Returns the URLs of the site's own pages and files to which a page links. */
function findUrls(html: string, base: string): URL[] {
  const values = ["a", "link", "img", "script", "source"].flatMap((name) =>
    findAttributes(html, name).flatMap(({ href, src, srcset = "" }) => [
      ...[href, src].filter((value) => value !== undefined),
      ...srcset.split(",").flatMap((part) => part.trim().split(" ")[0] || []),
    ]),
  )
  return values
    .map((value) => URL.parse(value, `${SITE_URL}${base}`))
    .filter((url) => url !== null)
    .filter(({ origin, pathname }) => origin === SITE_URL && !/^\/(api|uploads)\//.test(pathname))
}

test("all links to our own pages and files lead somewhere, and fragments of the same page exist", () => {
  const brokenLinks: string[] = []
  const files = new Set(paths.map((path) => `/${path}`))
  for (const [pagePath, html] of pages) {
    if (pagePath.includes("/shell/")) continue
    for (const { pathname, hash } of findUrls(html, pagePath)) {
      const path = decodeURI(pathname).replace(/(.)\/$/, "$1")
      // The profiles of all members are served from the same file.
      const target = pages.get(path.replace(/\/members\/[\da-f-]{36}$/, "/shell/members"))
      if (target === undefined && !files.has(path)) brokenLinks.push(`${path} on ${pagePath}`)
      const id = decodeURI(hash.slice(1))
      if (target && id && path === pagePath && !target.includes(`id="${id}"`)) {
        brokenLinks.push(`${path}#${id} on ${pagePath}`)
      }
    }
  }
  expect(brokenLinks).toEqual([])
})

test("the demo's articles have pages in all five languages", () => {
  const articles = [...pages.keys()].filter((path) => /^\/news\/[a-z]/.test(splitLocale(path).path))
  expect(articles.filter((path) => !/\/page(\/|$)/.test(path)).length).toBeGreaterThanOrEqual(
    12 * 5,
  )
})

test("an untranslated article has the lang attribute and the label of its language", () => {
  const main = getMain("/ru/news/knees-and-warm-ups")
  expect(findAttributes(main, "h1")[0]?.["lang"]).toBe("en")
  expect(getText(main)).toContain("English")
})

test.for([
  [
    "/privacy",
    ["Data collection", "Data usage", "Data sharing", "Your rights", "Your responsibility"],
    ["Contact", "Last updated"],
  ],
  [
    "/terms",
    ["Acceptance", "The platform", "User accounts", "Content", "Your responsibility", "Community"],
    ["Prohibited", "Intellectual property", "Termination", "Limitation of liability", "Changes"],
    ["Contact", "Last updated"],
  ],
  ["/faq", ["General", "Account", "Teams", "Events", "The future"], ["Technical"]],
  ["/about", ["Our story", "Who's behind it", "Our mission"]],
  ["/how-it-works", ["Four steps", "What's in it for you", "House rules", "Ready to join?"]],
] as [string, ...string[][]][])("%s has its sections in order", ([pagePath, ...sections]) => {
  const expected = sections.flat()
  expect(listHeadings(pagePath).filter((name) => expected.includes(name))).toEqual(expected)
})

test("privacy policy and terms have a date and no placeholders, and the policy has its promises", () => {
  for (const pagePath of ["/privacy", "/terms"]) {
    expect(getText(getMain(pagePath))).toContain("September 1, 2025")
    expect(getText(getMain(pagePath))).not.toMatch(/{{|<\/?\w+>/)
  }
  expect(getText(getMain("/privacy"))).toMatch(/within 30 days/)
  expect(getText(getMain("/privacy"))).toContain("never sold")
})

test("the footer links to six static pages in the page's language", () => {
  const links = findAttributes(/<footer[\s\S]*<\/footer>/.exec(getPage("/et/shop"))?.[0] ?? "", "a")
  for (const path of ["/about", "/how-it-works", "/faq", "/privacy", "/terms", "/suggest-idea"]) {
    expect(links.map(({ href }) => href)).toContain(localizePath("et", path))
  }
})

const hashInlineCode = (html: string): string[] =>
  [...html.matchAll(/<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g)]
    .filter(([, , attributes = "", body]) => body && !/\ssrc=|type="application\//.test(attributes))
    .map(([, , , body = ""]) => `'sha256-${createHash("sha256").update(body).digest("base64")}'`)

test("the content security policies contain exactly the hashes of the pages' inline code", async () => {
  const lines = (await read("_headers")).split("\n")
  const getPolicy = (path: string) => lines[lines.indexOf(path) + 1] ?? ""
  const isEmbed = (pagePath: string) => splitLocale(pagePath).path.startsWith("/embed/")
  for (const [path, isCovered] of [
    ["/*", (pagePath: string) => !isEmbed(pagePath)],
    ["/embed/*", isEmbed],
  ] as const) {
    const coveredPages = [...pages].filter(([pagePath]) => isCovered(pagePath))
    const inline = new Set(coveredPages.flatMap(([, html]) => hashInlineCode(html)))
    expect(inline.size, path).toBeGreaterThan(0)
    expect(
      getPolicy(path)
        .match(/'sha256-[^']+'/g)
        ?.sort(),
      path,
    ).toEqual([...inline].sort())
  }
  // Some CDNs reject header lines of more than 8 kB.
  expect(getPolicy("/*").length).toBeLessThan(4_000)
})

test("an artist's page has releases, structured data and the name in Hangul", () => {
  for (const locale of LOCALES) {
    const html = getPage(localizePath(locale, "/music/stray-kids"))
    expect(getMain(localizePath(locale, "/music/stray-kids"))).toContain(
      '<span lang="ko">스트레이 키즈</span>',
    )
    expect(html).toContain('"@type":"MusicGroup"')
    expect(listHeadings(localizePath(locale, "/music/stray-kids")).length).toBeGreaterThan(1)
    expect(html).toContain('"@type":"MusicAlbum","name":"Paper Planes","datePublished":"20')
  }
  expect(getMain("/music")).toContain('href="/music/stray-kids"')
  const releases = getText(getMain("/music/stray-kids"))
  expect(releases).toMatch(/Paper Planes Mini album · \w+ \d+, 20\d\d in \d+ days/)
  expect(releases).toMatch(/Night Tram Single · \w+ \d+, 20\d\d/)
  expect(getText(getMain("/music/nmixx"))).toMatch(
    /Corner Shop Mini album · Expected: [A-Z][a-z]+ 20\d\d/,
  )
})

test("the bottom bar marks “Me” on the pages of a member", () => {
  for (const path of ["/me", "/profile", "/notifications", "/my-events"]) {
    const [bar = ""] = /<nav[^>]*data-bottom-bar[\s\S]*?<\/nav>/.exec(getPage(path)) ?? []
    const currentLinks = findAttributes(bar, "a").filter((link) => "aria-current" in link)
    expect(
      currentLinks.map((link) => [link.href, link["aria-current"]]),
      path,
    ).toEqual([["/me", path === "/me" ? "page" : "true"]])
  }
})
