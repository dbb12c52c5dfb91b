/** Reads the demo content of this folder; the formats are in README.md. */
import { readdir, readFile } from "node:fs/promises"
import type { CountryCode } from "../queries/codes.ts"
import type { IdeaCategory, IdeaStatus } from "../queries/ideas.ts"

const FOLDER = new URL("./", import.meta.url)

export interface DemoArticle {
  slug: string
  title: string
  excerpt: string
  country: CountryCode | null
  featured: boolean
  /** Age at the first start, in days. */
  daysAgo: number
  content: string
}

export interface DemoEvent {
  title: string
  description: string | null
  /** Days from the first start; past ones are below zero. */
  days: number
  /** Local time of day, HH:MM. */
  time: string
  hours: number
  location: string
  country: CountryCode
  featured: boolean
  prize: string | null
  max_participants: number | null
  registration_url: string | null
  color: string
  /** The slug of the team whose event it is. */
  team?: string
  event_type?: "public" | "team"
  is_cancelled?: boolean
}

export interface DemoTeam {
  name: string
  slug: string
  description: string
  location: string
  country: CountryCode
  website_url: string | null
  instagram_url: string | null
  youtube_url: string | null
  is_verified: boolean
  daysAgo: number
  members: number
  posts: { title: string; content: string; video_url: string | null; daysAgo: number }[]
}

export interface DemoIdea {
  title: string
  description: string
  category: IdeaCategory
  status: IdeaStatus
  reply: string | null
  /** How many of the crews' members vote for it. */
  voters: number
}

const json = async <Content>(name: string): Promise<Content> =>
  JSON.parse(await readFile(new URL(name, FOLDER), "utf8"))

const COUNTRIES: readonly string[] = ["ee", "lv", "lt"]
const isCountry = (text: string): text is CountryCode => COUNTRIES.includes(text)

/** The article in a Markdown file with `key: value` front matter; strings there are JSON strings. */
export function parseArticle(slug: string, file: string): DemoArticle {
  const [, head = "", content = ""] = /^---\n(.*?)\n---\n(.*)$/s.exec(file) ?? []
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(head)?.[1]?.trim() ?? ""
  const country = field("country")
  return {
    slug,
    title: JSON.parse(field("title")),
    excerpt: JSON.parse(field("excerpt")),
    country: isCountry(country) ? country : null,
    featured: field("featured") === "true",
    daysAgo: Number(field("daysAgo")),
    content: content.trim(),
  }
}

async function demoArticles(): Promise<DemoArticle[]> {
  const folder = new URL("news/", FOLDER)
  const names = (await readdir(folder)).filter((name) => name.endsWith(".md"))
  return Promise.all(
    names.map(async (name) =>
      parseArticle(name.replace(/\.md$/, ""), await readFile(new URL(name, folder), "utf8")),
    ),
  )
}

/** Everything that a first start loads. */
export const demoContent = async () => ({
  articles: await demoArticles(),
  events: await json<DemoEvent[]>("events.json"),
  teams: await json<DemoTeam[]>("teams.json"),
  ideas: await json<DemoIdea[]>("ideas.json"),
})
