import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import {
  ENTRIES_PER_PART,
  type Entry,
  entryPartName,
  isShownIn,
  type Manifest,
  partPath,
} from "../../src/features/search/index-format.ts"
import { LOCALES, type Locale } from "../../src/i18n/locales.ts"
import { localizePath } from "../e2e/pages.ts"
import { BUILT_URL, createSiteBuilder } from "../support/builds.ts"
import { openTestDatabase } from "../support/database.ts"
import { makeArticle, makeTranslation } from "../support/factories.ts"

const { db, buildUrl } = await openTestDatabase()
const build = createSiteBuilder(buildUrl)
const LATVIAN_TITLE = "Zvaigžņotā nakts"

const translated = await makeArticle(db, {
  slug: "both",
  title: "Starry night",
  content: "Lightstick",
})
await makeTranslation(db, translated, "lv", {
  title: LATVIAN_TITLE,
  content: "Gaismiņa",
  outdated: true,
})
await makeTranslation(db, translated, "et", {
  title: "Toores",
  content: "toorik",
  published: false,
})
// This article is the oldest one, because the news page shows the newest article above the list.
await makeArticle(db, {
  slug: "english",
  title: "Only in English",
  content: "Lonely",
  publishedAt: "2026-01-02T03:04:05Z",
})
const russian = await makeArticle(db, { slug: "russian", title: "Звёздная ночь" })
await db.one`update news set language = 'ru' where id = ${russian.id}`
const { folder } = await build()

const read = (path: string) => readFile(join(folder, path), "utf8")
const readPage = (path: string) => read(`${path.slice(1)}.html`)
/** Returns whether a page matches a pattern. The matcher `toMatch` would print the whole page when it fails. */
const matches = (html: string, pattern: string | RegExp) => new RegExp(pattern, "i").test(html)
const matchGroups = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, group = ""]) => group)

/** Returns the language, title and links that the HTML of an article's page has for search engines. */
async function readMetadata(locale: Locale, slug: string) {
  const html = await readPage(localizePath(locale, `/news/${slug}`))
  const [json = "{}"] = matchGroups(html, /<script type="application\/ld\+json">(.*?)<\/script>/g)
  const { mainEntityOfPage, inLanguage, translationOfWork, workTranslation } = JSON.parse(json)
  return {
    lang: matchGroups(html, /<html lang="(\w+)"/g)[0],
    // The `lang` attribute and the text of the heading.
    title: /<h1[^>]*?(?: lang="(\w+)")?>([^<]*)<\/h1>/.exec(html)?.slice(1),
    canonical: matchGroups(html, /<link rel="canonical" href="([^"]*)"/g)[0]?.replace(
      BUILT_URL,
      "",
    ),
    hreflang: matchGroups(html, /<link rel="alternate" hreflang="([^"]*)"/g),
    ogLocale: matchGroups(html, /<meta property="og:locale" content="([^"]*)"/g)[0],
    structuredData: [
      mainEntityOfPage,
      inLanguage,
      translationOfWork?.["@id"],
      workTranslation?.length,
    ],
  }
}

test("each translation of an article has a URL and links to the other translations", async () => {
  const hreflang = ["en", "lv", "x-default"]
  const url = `${BUILT_URL}/news/both`
  const translatedUrl = `${BUILT_URL}/lv/news/both`
  expect(await readMetadata("en", "both")).toEqual({
    lang: "en",
    title: [undefined, "Starry night"],
    canonical: "/news/both",
    hreflang,
    ogLocale: "en_US",
    structuredData: [url, "en", undefined, 1],
  })
  expect(await readMetadata("lv", "both")).toEqual({
    lang: "lv",
    title: [undefined, LATVIAN_TITLE],
    canonical: "/lv/news/both",
    hreflang,
    ogLocale: "lv_LV",
    structuredData: [translatedUrl, "lv", url, undefined],
  })
})

test("the page of an untranslated article shows the original and names it as canonical", async () => {
  for (const locale of ["et", "lt", "ru"] as const) {
    expect(await readMetadata(locale, "both")).toEqual({
      lang: locale,
      title: ["en", "Starry night"],
      canonical: "/news/both",
      hreflang: ["en", "lv", "x-default"],
      ogLocale: "en_US",
      structuredData: [`${BUILT_URL}/news/both`, "en", undefined, 1],
    })
  }
  expect(await readMetadata("lv", "russian")).toMatchObject({
    title: ["ru", "Звёздная ночь"],
    canonical: "/ru/news/russian",
    hreflang: ["ru", "x-default"],
    ogLocale: "ru_RU",
  })
})

test("lists show the translated title, or the original title with its language", async () => {
  for (const path of ["/lv", "/lv/news", "/lv/news/english"]) {
    const html = await readPage(path)
    const titles = matchGroups(html, /<h[23][^>]*>(<a.*?<\/a>)<\/h[23]>/g).join(" ")
    expect(titles, path).toContain(LATVIAN_TITLE)
    expect(titles, path).not.toContain("Starry night")
    expect(matches(html, '<span lang="ru">Русский</span>'), path).toBe(true)
  }
  expect(
    matches(await readPage("/lv/news"), /<h3[^>]* lang="en"[^>]*><a[^>]*>Only in English/),
  ).toBe(true)
})

test("only pages with Russian texts load the Cyrillic fonts", async () => {
  expect(matches(await readPage("/lv/news"), '<html lang="lv" data-script="cyrillic">')).toBe(true)
  expect(matches(await readPage("/lv/shop"), '<html lang="lv">')).toBe(true)
})

test("only outdated translations link to the original", async () => {
  const originalLink = /<a [^>]*href="\/news\/both\?lang=en" hreflang="en">Lasīt angliski<\/a>/
  expect(matches(await readPage("/lv/news/both"), originalLink)).toBe(true)
  for (const path of ["/news/both", "/et/news/both", "/lv/news/english"]) {
    expect(matches(await readPage(path), "Oriģināls kopš|has changed since"), path).toBe(false)
  }
})

test("a page offers links to its other languages", async () => {
  // The offer of other languages is the element with the class `in-data-[offer]:block`.
  const readOfferedLanguages = async (path: string) =>
    matchGroups(
      /<aside[^>]*in-data-\[offer\][\s\S]*?<\/aside>/.exec(await readPage(path))?.[0] ?? "",
      /<a\s[^>]* lang="(\w+)"/g,
    )
  expect(await readOfferedLanguages("/lv/shop")).toEqual(["en", "et", "lt", "ru"])
  expect(await readOfferedLanguages("/news/both")).toEqual(["lv"])
  expect(await readOfferedLanguages("/lv/news/both")).toEqual(["en"])
  expect(await readOfferedLanguages("/lv/news/english"), "the page of the original").toEqual(["en"])
  expect(await readOfferedLanguages("/et/news/both")).toEqual(["en", "lv"])
  for (const path of ["/login", "/shell/news", "/news/preview"]) {
    expect(await readOfferedLanguages(path), path).toEqual([])
  }
})

test("the script that chooses a language is between the hreflang links and the stylesheets", async () => {
  const html = await readPage("/news/both")
  const [alternateIndex, scriptIndex, stylesheetIndex] = [
    "hreflang=",
    "<script>(",
    'rel="stylesheet"',
  ].map((text) => html.indexOf(text))
  expect(alternateIndex).toBeLessThan(scriptIndex ?? 0)
  expect(scriptIndex).toBeLessThan(stylesheetIndex ?? 0)
})

test("a feed has one entry for each article, and a translation has another id than its original", async () => {
  const readEntries = async (locale: Locale) =>
    matchGroups(
      await read(`${localizePath(locale, "/feed.xml").slice(1)}`),
      /(<entry[\s\S]*?<\/entry>)/g,
    ).map((xml) => ({
      id: matchGroups(xml, /<id>(.*?)<\/id>/g)[0],
      language: matchGroups(xml, /<entry xml:lang="(\w+)"/g)[0],
      title: matchGroups(xml, /<title>(.*?)<\/title>/g)[0],
      linkLanguage: matchGroups(
        xml,
        /<link rel="alternate" type="text\/html" hreflang="(\w+)"/g,
      )[0],
    }))
  const [latvian, english, estonian] = await Promise.all([
    readEntries("lv"),
    readEntries("en"),
    readEntries("et"),
  ])
  const findEntry = (list: typeof latvian, title: string) =>
    list.find((entry) => entry.title === title)
  expect(latvian.map(({ language, linkLanguage }) => [language, linkLanguage])).toEqual(
    latvian.map(({ language }) => [language, language]),
  )
  expect(latvian.map(({ language }) => language).sort()).toEqual(["en", "lv", "ru"])
  expect(findEntry(latvian, LATVIAN_TITLE)?.id).not.toBe(findEntry(english, "Starry night")?.id)
  expect(findEntry(estonian, "Starry night")?.id).toBe(findEntry(english, "Starry night")?.id)
})

test("the sitemap lists an article only in languages that have a translation", async () => {
  const xml = await read("sitemap.xml")
  const locations = matchGroups(xml, /<loc>([^<]*)<\/loc>/g).map((url) =>
    url.replace(BUILT_URL, ""),
  )
  expect(locations.filter((path) => /\/news\/[a-z]/.test(path)).sort()).toEqual([
    "/lv/news/both",
    "/news/both",
    "/news/english",
    "/ru/news/russian",
  ])
  const [alternates = ""] = matchGroups(xml, /<loc>[^<]*\/lv\/news\/both<\/loc>(.*)<\/url>/g)
  expect(matchGroups(alternates, /hreflang="([^"]*)"/g)).toEqual(["en", "lv", "x-default"])
})

test("search finds each article once, with its title in the language of the page", async () => {
  for (const locale of LOCALES) {
    const manifest: Manifest = JSON.parse(await read(`search/${locale}.json`))
    const total = manifest.groups.reduce((sum, { count }) => sum + count, 0)
    const entries = await Promise.all(
      Array.from({ length: total }, async (_, number): Promise<Entry> => {
        const part = entryPartName(Math.floor(number / ENTRIES_PER_PART))
        const path = partPath(manifest.folder, part)
        return JSON.parse(await read(path.slice(1)))[number % ENTRIES_PER_PART]
      }),
    )
    const foundTitles: string[] = []
    let firstIndex = 0
    for (const { count, ...group } of manifest.groups) {
      const groupEntries = entries.slice(firstIndex, firstIndex + count)
      firstIndex += count
      if (group.kind === "news" && isShownIn(group, locale))
        foundTitles.push(...groupEntries.map(({ title }) => title))
    }
    const nightTitle = locale === "lv" ? LATVIAN_TITLE : "Starry night"
    expect(foundTitles.sort(), locale).toEqual(
      [nightTitle, "Only in English", "Звёздная ночь"].sort(),
    )
  }
})

test("an unpublished translation is in no file", async () => {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const textFiles = files.filter(({ name }) => /\.(html|xml|json)$/.test(name))
  for (const { parentPath, name } of textFiles) {
    expect((await readFile(join(parentPath, name), "utf8")).includes("toorik"), name).toBe(false)
  }
})
