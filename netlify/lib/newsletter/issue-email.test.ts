import { expect, test } from "vitest"
import type { IssueArticle } from "../../../db/queries/newsletter.ts"
import { DEFAULT_LOCALE, type Locale } from "../../../src/i18n/locales.ts"
import { createIssueTexts, renderIssue } from "./article-issue.ts"
import { createIssueEmail } from "./issue-email.ts"

const renderText = (content: string): string => {
  const text = { subject: "An issue", content, html: "" }
  const fallback = { ...text, language: DEFAULT_LOCALE }
  const file = { issue: "a", list: "newsletter", texts: new Map(), fallback } as const
  const addressee = { to: "a@daina.test", locale: "en", token: "x" } as const
  return createIssueEmail(addressee, file, "https://daina.test").text.split("\n\n-- ")[0] ?? ""
}

test.each([
  ["[News](/news)", "News (https://daina.test/news)"],
  [
    '[News](https://a.lv/b "Title") and ![](/c.webp)',
    "News (https://a.lv/b) and https://daina.test/c.webp",
  ],
  ["[a [b](/c)", "[a b (https://daina.test/c)"],
  ["[a] (b) and [c]()", "[a] (b) and [c]()"],
  ["[a \\[b\\]](/c\\(d\\))", "a [b] (https://daina.test/c(d))"],
  ["**Kur:**&#82;īga\\\n1\\. \\*d\\* \\&lt;", "**Kur:**Rīga\n1. *d* &lt;"],
  ["[a](/b?c=d&lt=e)", "a (https://daina.test/b?c=d&lt=e)"],
])("the Markdown %j becomes the plain text %j", (content, text) => {
  expect(renderText(content)).toBe(text)
})

test.each(["[", "[](", "[a](b ", `[a](${"b".repeat(100)} `, "![a]("])(
  "converting Markdown that repeats %j takes less than a second of processor time",
  (part) => {
    const start = process.threadCpuUsage()
    renderText(part.repeat(200_000 / part.length))
    renderText(`[a](${part.replaceAll("[", "b").repeat(200_000 / part.length)}`)
    expect(process.threadCpuUsage(start).user).toBeLessThan(1_000_000)
  },
)

async function createArticleEmail(changes: Partial<IssueArticle>, locale: Locale = "en") {
  const article: IssueArticle = {
    slug: "top-10",
    title: "Top 10",
    excerpt: null,
    content: "Hello",
    cover_image_url: null,
    cover_alt: "",
    language: "en",
    is_outdated: false,
    ...changes,
  }
  const file = await renderIssue("a", createIssueTexts([article], { isForAll: true }))
  return createIssueEmail({ to: "a@daina.test", locale, token: "x" }, file, "https://daina.test")
}

test("an article's title, excerpt and picture description are not interpreted as Markdown", async () => {
  const title = "Top 10 *IDOL* ¯\\_(ツ)_/¯ #"
  const { subject, html, text } = await createArticleEmail({
    title,
    excerpt: "First line.\n\nSecond_line_ (x) &lt; https://a.lv/_b_",
    cover_image_url: "/uploads/news-images/1-ab-900x500.webp",
    cover_alt: "A [poster] of *x*",
  })
  expect(subject).toBe(title)
  expect(html).toMatch(/<h2 [^>]*>Top 10 \*IDOL\* ¯\\_\(ツ\)_\/¯ #<\/h2>/)
  expect(html).toMatch(/<p [^>]*><strong>First line\.<\/strong><\/p>/)
  expect(html).toContain("<strong>Second_line_ (x) &amp;lt; https://a.lv/_b_</strong>")
  expect(html).toContain('alt="A [poster] of *x*"')
  for (const words of [title, "First line.", "Second_line_ (x) &lt; https://a.lv/_b_"]) {
    expect(text).toContain(words)
  }
  expect(text).toContain(
    "A [poster] of *x* (https://daina.test/uploads/news-images/1-ab-900x500.webp)",
  )
})

test("all URLs in the HTML of an issue are absolute", async () => {
  const { html = "" } = await createArticleEmail({
    content: "![](/uploads/news-images/1-ab-900x500.webp)\n\n[a](/teams) and [b](news/x)",
  })
  expect(html).toContain('src="https://daina.test/uploads/news-images/1-ab-900x500.webp"')
  expect(html, "srcset would contain relative URLs").not.toContain("srcset")
  for (const [, url] of html.matchAll(/ (?:href|src)="([^"]*)"/g)) {
    expect(url).toMatch(/^(https:\/\/|mailto:)/)
  }
})

test("only links to pages of the site get the recipient's language, unless the link has a language", async () => {
  const { html, text } = await createArticleEmail(
    {
      cover_image_url: "/uploads/news-images/1-ab-900x500.webp",
      content: "[a](/events?a=1&b=2), [b](/lv/teams), [c](https://a.lv/events)",
    },
    "ru",
  )
  for (const url of [
    "https://daina.test/ru/events?a=1&b=2",
    "https://daina.test/lv/teams",
    "https://a.lv/events",
    "https://daina.test/uploads/news-images/1-ab-900x500.webp",
  ]) {
    expect(html?.replaceAll(/&#38;|&amp;/g, "&")).toContain(`="${url}"`)
    expect(text).toContain(url)
  }
})

test("the preview next to the subject has at most 140 characters and no URLs or markup", async () => {
  const { html = "" } = await createArticleEmail({
    cover_image_url: "/uploads/news-images/1-ab-900x500.webp",
    content: "See https://a.lv/b and **[the page](/teams)** 👩‍🎤".repeat(5),
  })
  const [, preview = ""] = /<div style="display:none">([^<]*)<\/div>/.exec(html) ?? []
  expect(preview).toMatch(/^Top 10 See and the page 👩‍🎤/)
  expect(preview.length).toBeLessThanOrEqual(140)
})

test("a subject is cut between words, never within an emoji", async () => {
  const words = Array(8).fill("a".repeat(17)).join(" ")
  expect((await createArticleEmail({ title: `${words} vakar🔥🔥` })).subject).toBe(`${words}…`)
  const { subject } = await createArticleEmail({ title: "👩‍🎤".repeat(40) })
  expect(subject).toMatch(/^(👩‍🎤)+…$/u)
})
