import { readdir, readFile } from "node:fs/promises"
import { renderMarkdown } from "../../src/markdown/render.ts"
import { type Query, query } from "../client.ts"
import { DEMO_AUTHORS } from "./accounts.ts"
import { type DemoPicture, insertPictureUrls, readDemoPictures } from "./pictures.ts"

interface DemoText {
  title: string
  excerpt: string
  content: string
  coverAlt: string
}

interface DemoTranslation extends DemoText {
  language: string
  isDraft: boolean
  /** True if the translation lacks the text of `addedLater`. */
  isOutdated: boolean
}

export interface DemoArticle extends DemoText {
  slug: string
  language: string
  /** `ee`, `lv`, `lt` or `none`. */
  country: string
  featured: boolean
  /** Age in days when the demo content is loaded. */
  daysAgo: number
  /** The text that was added after publishing; an empty string if no text was added. */
  addedLater: string
  translations: DemoTranslation[]
}

/** Matches the front matter between two lines of `---`, and the content after it. */
const ARTICLE_FILE_PATTERN = /^---\n(.*?)\n---\n(.*)$/s

const NEWS_FOLDER = new URL("news/", import.meta.url)

/** Reads a Markdown file. Its front matter has `key: value` lines, in which strings are JSON. */
async function readArticleFile(name: string, pictures: DemoPicture[]) {
  const file = await readFile(new URL(name, NEWS_FOLDER), "utf8")
  const [, frontMatter = "", content = ""] = ARTICLE_FILE_PATTERN.exec(file) ?? []
  const readField = (name: string) =>
    new RegExp(`^${name}: (.*)$`, "m").exec(frontMatter)?.[1]?.trim() ?? ""
  const readString = (name: string): string => JSON.parse(readField(name) || '""')
  const text: DemoText = {
    title: readString("title"),
    excerpt: readString("excerpt"),
    coverAlt: readString("coverAlt"),
    content: insertPictureUrls(content.trim(), pictures),
  }
  return { readField, readString, text }
}

async function readTranslation(
  slug: string,
  language: string,
  pictures: DemoPicture[],
): Promise<DemoTranslation> {
  const { readField, text } = await readArticleFile(`${slug}/${language}.md`, pictures)
  return {
    ...text,
    language,
    isDraft: readField("draft") === "true",
    isOutdated: readField("outdated") === "true",
  }
}

async function readArticle(slug: string, pictures: DemoPicture[]): Promise<DemoArticle> {
  const { readField, readString, text } = await readArticleFile(`${slug}/original.md`, pictures)
  const languages = (await readdir(new URL(slug, NEWS_FOLDER)))
    .filter((file) => file !== "original.md")
    .map((file) => file.replace(/\.md$/, ""))
  return {
    ...text,
    slug,
    language: readField("language") || "en",
    country: readField("country"),
    featured: readField("featured") === "true",
    daysAgo: Number(readField("daysAgo")),
    addedLater: readString("addedLater"),
    translations: await Promise.all(
      languages.sort().map((language) => readTranslation(slug, language, pictures)),
    ),
  }
}

export async function readDemoArticles(): Promise<DemoArticle[]> {
  const pictures = await readDemoPictures()
  const slugs = (await readdir(NEWS_FOLDER)).sort()
  return Promise.all(slugs.map((slug) => readArticle(slug, pictures)))
}

const insertTranslationQuery = (
  slug: string,
  translation: DemoTranslation,
): Query<unknown> => query`
  insert into news (original_id, slug, language, title, excerpt, content, content_html, cover_alt,
    is_published, published_at, created_at, updated_at, author_id, translated_from)
  select o.id, o.slug, ${translation.language}, ${translation.title}, ${translation.excerpt},
    ${translation.content}, ${renderMarkdown(translation.content)}, ${translation.coverAlt}, ${!translation.isDraft},
    case when ${!translation.isDraft} then o.published_at end, o.published_at, o.published_at, o.author_id,
    case when ${translation.isOutdated} then o.published_at else o.text_changed_at end
  from news o where o.slug = ${slug} and o.original_id is null`

/**
 * Inserts an article and its translations. With `addedLater`, the article is inserted without this paragraph and then
 * updated, so that it has two revisions. `index` distributes articles in English among the authors.
 */
export function insertArticleQueries(article: DemoArticle, index: number): Query<unknown>[] {
  const { slug, content, addedLater, translations } = article
  const firstContent = addedLater ? content.replace(`${addedLater}\n\n`, "") : content
  const author =
    DEMO_AUTHORS.find(({ languages }) => languages.includes(article.language)) ??
    DEMO_AUTHORS[index % DEMO_AUTHORS.length]
  return [
    query`
      insert into news (slug, title, excerpt, content, content_html, cover_alt, country, language, is_featured,
        is_published, published_at, created_at, updated_at, text_changed_at, author_id)
      select ${slug}, ${article.title}, ${article.excerpt}, ${firstContent}, ${renderMarkdown(firstContent)},
        ${article.coverAlt}, nullif(${article.country}::text, 'none'), ${article.language}, ${article.featured},
        true, published.published_at, published.published_at, published.published_at, published.published_at, u.id
      from users u,
        (select date_trunc('milliseconds', now() - ${article.daysAgo}::float8 * interval '1 day') as published_at) published
      where u.email = ${author?.email}`,
    ...(addedLater
      ? [
          query`
            update news set content = ${content}, content_html = ${renderMarkdown(content)}
            where slug = ${slug}`,
        ]
      : []),
    ...translations.map((translation) => insertTranslationQuery(slug, translation)),
  ]
}
