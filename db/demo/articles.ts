/** The articles of this folder, in all their languages. */
import { readdir, readFile } from "node:fs/promises"
import { renderMarkdown } from "../../src/markdown/render.ts"
import { type Query, query } from "../client.ts"
import { DEMO_AUTHORS } from "./accounts.ts"
import { withPictures } from "./pictures.ts"

interface DemoText {
  title: string
  excerpt: string
  /** Markdown. */
  content: string
  coverAlt: string
}

interface DemoTranslation extends DemoText {
  language: string
  isDraft: boolean
  /** Made before the original had what was `addedLater`. */
  isOutdated: boolean
}

export interface DemoArticle extends DemoText {
  slug: string
  language: string
  /** `ee`, `lv`, `lt` or `none`. */
  country: string
  featured: boolean
  /** Age at the first start, in days. */
  daysAgo: number
  /** The part of the text that came after it was published; empty for none. */
  addedLater: string
  translations: DemoTranslation[]
}

/** A file's text, and the `key: value` lines above it; strings there are JSON strings. */
function parse(file: string) {
  const [, head = "", content = ""] = /^---\n(.*?)\n---\n(.*)$/s.exec(file) ?? []
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(head)?.[1]?.trim() ?? ""
  const string = (name: string): string => JSON.parse(field(name) || '""')
  const text: DemoText = {
    title: string("title"),
    excerpt: string("excerpt"),
    coverAlt: string("coverAlt"),
    content: withPictures(content.trim()),
  }
  return { field, string, text }
}

const FOLDER = new URL("news/", import.meta.url)

/** All of them; throws for a translation without its original. */
export async function demoArticles(): Promise<DemoArticle[]> {
  const articles = new Map<string, DemoArticle>()
  const translations: { slug: string; translation: DemoTranslation }[] = []
  for (const name of (await readdir(FOLDER)).sort()) {
    const [, slug, language] = /^([a-z-]+)(?:\.(\w\w))?\.md$/.exec(name) ?? []
    if (!slug) throw new Error(`${name} is no article's name`)
    const { field, string, text } = parse(await readFile(new URL(name, FOLDER), "utf8"))
    if (language) {
      const [isDraft, isOutdated] = [field("draft") === "true", field("outdated") === "true"]
      translations.push({ slug, translation: { ...text, language, isDraft, isOutdated } })
    } else {
      articles.set(slug, {
        ...text,
        slug,
        language: field("language") || "en",
        country: field("country"),
        featured: field("featured") === "true",
        daysAgo: Number(field("daysAgo")),
        addedLater: string("addedLater"),
        translations: [],
      })
    }
  }
  for (const { slug, translation } of translations) {
    const original = articles.get(slug)
    if (!original) throw new Error(`The original of ${slug}.${translation.language}.md is missing`)
    original.translations.push(translation)
  }
  return [...articles.values()]
}

const insertTranslation = (slug: string, translation: DemoTranslation): Query<unknown> => query`
  insert into news (original_id, slug, language, title, excerpt, content, content_html, cover_alt,
    is_published, published_at, created_at, updated_at, author_id, translated_from)
  select o.id, o.slug, ${translation.language}, ${translation.title}, ${translation.excerpt},
    ${translation.content}, ${renderMarkdown(translation.content)}, ${translation.coverAlt}, ${!translation.isDraft},
    case when ${!translation.isDraft} then o.published_at end, o.published_at, o.published_at, o.author_id,
    case when ${translation.isOutdated} then o.published_at else o.text_changed_at end
  from news o where o.slug = ${slug} and o.original_id is null`

/** What puts an article and its translations into the database; `index` shares those in English among the authors. */
export function insertArticle(article: DemoArticle, index: number): Query<unknown>[] {
  const { slug, content, addedLater, translations } = article
  const before = addedLater ? content.replace(`${addedLater}\n\n`, "") : content
  const author =
    DEMO_AUTHORS.find(({ languages }) => languages.includes(article.language)) ??
    DEMO_AUTHORS[index % DEMO_AUTHORS.length]
  return [
    query`
      insert into news (slug, title, excerpt, content, content_html, cover_alt, country, language, is_featured,
        is_published, published_at, created_at, updated_at, text_changed_at, author_id)
      select ${slug}, ${article.title}, ${article.excerpt}, ${before}, ${renderMarkdown(before)},
        ${article.coverAlt}, nullif(${article.country}::text, 'none'), ${article.language}, ${article.featured},
        true, age.moment, age.moment, age.moment, age.moment, u.id
      from users u,
        (select date_trunc('milliseconds', now() - ${article.daysAgo}::float8 * interval '1 day') as moment) age
      where u.email = ${author?.email}`,
    ...(addedLater
      ? [
          query`
            update news set content = ${content}, content_html = ${renderMarkdown(content)}
            where slug = ${slug}`,
        ]
      : []),
    ...translations.map((translation) => insertTranslation(slug, translation)),
  ]
}
