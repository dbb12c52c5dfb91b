import { expect, test } from "vitest"
import { LOCALES } from "../../src/i18n/locales.ts"
import { createMarkdownParser } from "../../src/markdown/render.ts"
import { slugify } from "../../src/shared/slug.ts"
import { readDemoArticles } from "./articles.ts"
import events from "./events.json" with { type: "json" }
import teams from "./teams.json" with { type: "json" }
import { getTranslations } from "./translations.ts"

const articles = (await readDemoArticles()).toSorted((a, b) => a.daysAgo - b.daysAgo)
const texts = articles.flatMap(({ slug, content, translations }) => [
  { slug, content },
  ...translations.map((translation) => ({ slug, content: translation.content })),
])
const markdown = createMarkdownParser()

/** Paths of demo events and teams, to which a card in an article can link. */
const CARD_PATHS = [
  ...events.map(({ title }) => `/events/${slugify(title)}`),
  ...teams.map(({ slug }) => `/teams/${slug}`),
]

/** Returns the URLs of all links and pictures to this site in a Markdown text, in their order. */
const listUrls = (content: string) =>
  Array.from(content.matchAll(/\]\((\/[^\s)]+)/g), ([, url]) => url ?? "")

test("every article exists in English", () => {
  for (const { slug, language, translations } of articles) {
    expect([language, ...translations.map((translation) => translation.language)], slug).toContain(
      "en",
    )
  }
})

test("more than half of the articles were written in another language than English", () => {
  const otherArticles = articles.filter(({ language }) => language !== "en")
  expect(otherArticles.length).toBeGreaterThan(articles.length / 2)
})

test("the six newest articles exist in every language", () => {
  for (const { slug, language, translations } of articles.slice(0, 6)) {
    const languages = [language, ...translations.map((translation) => translation.language)]
    expect(languages.toSorted(), slug).toEqual([...LOCALES].toSorted())
  }
})

test("one demo translation is outdated, and one is a draft", () => {
  const translations = articles.flatMap((article) => article.translations)
  expect(translations.filter(({ isOutdated }) => isOutdated)).toHaveLength(1)
  expect(translations.filter(({ isDraft }) => isDraft)).toHaveLength(1)
})

test("an article that was extended after publishing (`addedLater`) contains the added paragraph", () => {
  for (const { slug, content, addedLater } of articles) {
    if (addedLater) expect(content, slug).toContain(addedLater)
  }
})

test("an article with an outdated translation was extended after publishing", () => {
  for (const { slug, addedLater, translations } of articles) {
    if (translations.some(({ isOutdated }) => isOutdated)) expect(addedLater, slug).not.toBe("")
  }
})

test("a translation that is no draft has the links and pictures of its original, in the same order", () => {
  for (const { slug, content, translations } of articles) {
    const originalUrls = listUrls(content)
    for (const { language, content, isDraft } of translations) {
      if (!isDraft) expect(listUrls(content), `${slug}.${language}`).toEqual(originalUrls)
    }
  }
})

test("each picture has an alternative text", () => {
  for (const { slug, content } of texts) {
    for (const { type, children } of markdown.parse(content, {})) {
      if (type === "picture") expect(children, slug).not.toEqual([])
    }
  }
})

test("each card links to an existing event or team", () => {
  for (const { slug, content } of texts) {
    for (const [, url] of content.matchAll(/\]\((\S+) "card"\)/g)) {
      expect(CARD_PATHS, slug).toContain(url)
    }
  }
})

test("events and teams are translated into every language", () => {
  for (const { title, description } of events) {
    for (const texts of Object.values(getTranslations("events", slugify(title)))) {
      expect(texts["title"], title).toBeTruthy()
      expect(texts["description"] === null, title).toBe(description === null)
    }
  }
  for (const { slug } of teams) {
    for (const texts of Object.values(getTranslations("teams", slug))) {
      expect(texts["description"], slug).toBeTruthy()
    }
  }
})
