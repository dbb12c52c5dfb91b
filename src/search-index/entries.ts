/** What can be found, from what the build reads as a stranger: news, teams with their blogs, events, pages. */
import { content } from "../content.ts"
import { eventPath, isOver, type PublicEvent } from "../features/events/event.ts"
import { MUSIC_PER_PAGE } from "../features/music/item.ts"
import { articlePath, type NewsArticle } from "../features/news/article.ts"
import type { Entry, Group } from "../features/search/index-format.ts"
import { type Team, teamPath } from "../features/teams/team.ts"
import { LOCALES } from "../i18n/locales.ts"
import { pageEntries, type Shown } from "./page-entries.ts"
import { plainHtml } from "./plain-html.ts"

/** An entry is made when it is needed: all texts of a large site at once would be a second copy of it. */
export type MakeEntry = () => Entry

export interface EntryGroup extends Omit<Group, "count"> {
  /** The most important first. */
  entries: MakeEntry[]
}

const joined = (...texts: (string | null | undefined)[]) => texts.filter(Boolean).join(" ")

const newsEntry = (article: NewsArticle) => (): Entry => ({
  path: articlePath(article.slug),
  title: article.title,
  text: joined(article.excerpt, plainHtml(article.content_html)),
  date: article.published_at,
})

type Post = Awaited<ReturnType<typeof content.blogPosts>>[number]

const teamEntry = (team: Team, posts: Post[]) => (): Entry => ({
  path: teamPath(team.slug),
  title: team.name,
  text: joined(
    team.description,
    ...posts.flatMap(({ title, content_html }) => [title, plainHtml(content_html)]),
  ),
  ...(team.location && { location: team.location }),
})

const eventEntry = (event: PublicEvent) => (): Entry => ({
  path: eventPath(event.slug),
  title: event.title,
  text: joined(event.description, event.team_name, event.prize),
  ...(event.location && { location: event.location }),
  date: event.start_date,
  timeZone: event.time_zone,
})

/** The next one first, and what is over behind all that is to come. */
function byNearness(events: PublicEvent[], now: number): PublicEvent[] {
  const over = events.filter((event) => isOver(event, now))
  return [...events.filter((event) => !isOver(event, now)), ...over.reverse()]
}

/** The songs, albums and ideas that are built into their pages. */
async function shownOnPages(): Promise<Shown> {
  const [songs, albums, ideas] = await Promise.all([
    content.songs(),
    content.albums(),
    content.ideas(),
  ])
  const music = [...songs.slice(0, MUSIC_PER_PAGE), ...albums.slice(0, MUSIC_PER_PAGE)]
  return {
    "/music": music.map(({ name, artists }) => `${name}, ${artists.join(", ")}`),
    "/suggest-idea": ideas.map(({ title }) => title),
  }
}

/** Everything that can be found, by kind and language. */
export async function entryGroups(): Promise<EntryGroup[]> {
  const [articles, events, teams, posts, shown] = await Promise.all([
    content.articles(),
    content.publicEvents(),
    content.teams(),
    content.blogPosts(),
    shownOnPages(),
  ])
  const postsOf = Map.groupBy(posts, ({ team_id }) => team_id)
  return [
    ...LOCALES.map((language) => ({
      kind: "news" as const,
      language,
      entries: articles.filter((article) => article.language === language).map(newsEntry),
    })),
    {
      kind: "team",
      language: null,
      entries: teams.map((team) => teamEntry(team, postsOf.get(team.id) ?? [])),
    },
    {
      kind: "event",
      language: null,
      entries: byNearness(events, Date.now()).map(eventEntry),
    },
    ...LOCALES.map((language) => ({
      kind: "page" as const,
      language,
      entries: pageEntries(language, shown),
    })),
  ]
}
