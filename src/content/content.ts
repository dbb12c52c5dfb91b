/** Reads the content of a build as an anonymous visitor, and records the dependencies of pages. */

import { database } from "../../db/client.ts"
import {
  countArtistFans,
  listArtists,
  listChartCredits,
  listFormerArtistSlugs,
} from "../../db/queries/artists.ts"
import {
  countItemLikes,
  getChartSource,
  getChartWeek,
  listBalticTop,
  listNewAlbums,
  listTrendingSongs,
} from "../../db/queries/catalogue.ts"
import { countContentCheers } from "../../db/queries/cheers.ts"
import { countPublicComments } from "../../db/queries/comments.ts"
import { getContentVersion } from "../../db/queries/content-version.ts"
import { listPublicEvents, listUpcomingPublicEvents } from "../../db/queries/events.ts"
import { countFollowers } from "../../db/queries/follows.ts"
import { listIdeas } from "../../db/queries/ideas.ts"
import { listNewsTexts } from "../../db/queries/news.ts"
import { listReleases } from "../../db/queries/releases.ts"
import { listLatestTeamPosts, listPublishedTeamPosts } from "../../db/queries/team-posts.ts"
import { listAllTeamMembers, listAllTeams, listFormerSlugs } from "../../db/queries/teams.ts"
import { addPictures } from "../features/artists/pictures.ts"
import type { Card, Cards } from "../features/cards/cards.ts"
import { eventPath, isOver, removeCounts } from "../features/events/event.ts"
import type { PublicEvent } from "../features/events/schema.ts"
import { HOME_MAX_EVENTS } from "../features/events/upcoming.ts"
import { getCardId } from "../features/music/paths.ts"
import {
  articlePath,
  groupByOriginal,
  type ListedArticle,
  type LocalizedArticle,
  localizeArticle,
  type NewsVersion,
} from "../features/news/article.ts"
import { makePictures } from "../features/sharing/pictures.ts"
import { postPath, teamPath } from "../features/teams/team.ts"
import { type Locale, mapLocales } from "../i18n/locales.ts"
import { currentTime } from "../shared/clock.ts"
import {
  isSameList,
  memoize,
  memoizePerPass,
  setNonPublicCheck,
  TrackedMap,
  trackReads,
} from "../shared/dependency-tracking.ts"
import { toAbsoluteUrl } from "../site.ts"
import { readVersions } from "./news-versions.ts"
import { hasNonPublicContent, type PublicItems } from "./non-public.ts"

/** The timeout is longer than for requests: reading 10,000 articles took 8 s on a busy machine. */
const anonymousDb = () => database().as(null, "2min")

/** One query reads the texts of this many neighboring articles, because pages and feeds need them together. */
const TEXTS_PER_BLOCK = 100
const MAX_CACHED_BLOCKS = 10

/** Upper limit of songs and of albums; `netlify/lib/catalogue/refresh.ts` stores fewer. */
const MAX_MUSIC_ITEMS = 100

/** Wraps a query so that it leaves out content of new members that waits for approval. */
const keepListed =
  <Row extends { is_listed: boolean }>(read: () => Promise<Row[]>) =>
  async () =>
    (await read()).filter(({ is_listed }) => is_listed)

// Each query waits for the content version, so that a build never records a version newer than its content.
const version = memoize(() => getContentVersion(anonymousDb()))
/** Caches a query for a build (`perBuild`), or for one of its two passes (`perPass`; dependency-tracking.ts). */
const perBuild = <Value>(read: () => Promise<Value>) => memoize(() => version().then(read))
const perPass = <Value>(read: (isFirstPass: boolean) => Promise<Value>) =>
  memoizePerPass((isFirstPass) => version().then(() => read(isFirstPass)))

/** Caches counts by key. A page is only rendered again if one of the counts that it reads has changed. */
const countPerKey = <Row extends { count: number }>(
  name: string,
  read: (db: ReturnType<typeof anonymousDb>) => Promise<Row[]>,
  getKey: (row: Row) => string,
) =>
  perBuild(async () => {
    const rows = await read(anonymousDb())
    return new TrackedMap(
      name,
      rows.map((row) => [getKey(row), row.count] as const),
    )
  })

/** Removes sign-up counts if the site is built only every few hours, because they would be outdated (decision 67). */
const removeOutdatedCounts = <Event extends PublicEvent>(events: Event[]): Event[] =>
  process.env.HAS_SPACED_BUILDS ? events.map(removeCounts) : events

const artists = perBuild(() => listArtists(anonymousDb()))
const blogPosts = perBuild(() => listPublishedTeamPosts(anonymousDb()))

const readRows = perBuild(async () => {
  const [versions, teams, events] = await Promise.all([
    readVersions(anonymousDb()),
    listAllTeams(anonymousDb()),
    listPublicEvents(anonymousDb()),
  ])
  return { versions, teams, events: removeOutdatedCounts(events) }
})

const teamMembers = perBuild(() => listAllTeamMembers(anonymousDb()))

/** Paths of public items and names of their authors, to find former content in files of earlier builds. */
const readPublicItems = perBuild(async (): Promise<PublicItems> => {
  const [{ versions, teams, events }, posts, members] = await Promise.all([
    readRows(),
    blogPosts(),
    teamMembers(),
  ])
  return {
    paths: new Set([
      ...versions.map(({ slug }) => articlePath(slug)),
      ...teams.map(({ slug }) => teamPath(slug)),
      ...events.map(({ slug }) => eventPath(slug)),
      ...posts.map(({ team_slug, id }) => postPath(team_slug, id)),
    ]),
    members: new Map([
      ...posts.map(({ user_id, author_name }) => [user_id ?? "", author_name] as const),
      ...members.map(({ user_id, display_name }) => [user_id, display_name] as const),
    ]),
  }
})
setNonPublicCheck(async (file) =>
  hasNonPublicContent(file, new URL(toAbsoluteUrl("/")).origin, await readPublicItems()),
)

/** Texts by article id, for each block of ids. The map has the least recently used block first. */
const cachedBlocks = new Map<string[], Promise<Map<string, string>>>()

/** The block of ids to which each article belongs. A block has articles of one language. */
const textBlocks = perBuild(async () => {
  cachedBlocks.clear()
  const { versions } = await readRows()
  const blocks = new Map<string, string[]>()
  for (const articles of Map.groupBy(versions, ({ language }) => language).values()) {
    for (let from = 0; from < articles.length; from += TEXTS_PER_BLOCK) {
      const ids = articles.slice(from, from + TEXTS_PER_BLOCK).map(({ id }) => id)
      for (const id of ids) blocks.set(id, ids)
    }
  }
  return blocks
})

const readTexts = async (ids: string[]) =>
  new Map((await listNewsTexts(anonymousDb(), ids)).map((text) => [text.id, text.content_html]))

/**
 * Returns the HTML of an article. Builds do not track the text as a dependency: if it changes, `updated_at` in the
 * page's props also changes.
 */
export async function readArticleText({ id }: Pick<ListedArticle, "id" | "updated_at">) {
  const block = (await textBlocks()).get(id) ?? [id]
  const texts = cachedBlocks.get(block) ?? readTexts(block)
  cachedBlocks.delete(block)
  if (!import.meta.env.DEV) cachedBlocks.set(block, texts)
  texts.catch(() => cachedBlocks.delete(block))
  const [oldest] = cachedBlocks.keys()
  if (oldest && cachedBlocks.size > MAX_CACHED_BLOCKS) cachedBlocks.delete(oldest)
  // The text is missing if the article was hidden after the list was read. The next build omits the article.
  return (await texts).get(id) ?? ""
}

const pictures = perPass(async (isFirstPass) =>
  makePictures({ ...(await readRows()), artists: await artists() }, isFirstPass),
)

const publicEvents = perPass(async () => {
  const { posters } = await pictures()
  const { events } = await readRows()
  return events.map((event) => ({
    ...event,
    image_url: event.image_url ?? posters.get(event.id) ?? null,
  }))
})

/** Articles of earlier builds. An unchanged article stays the same object, so that its hash is cached. */
const shownCache = new WeakMap<NewsVersion, { inputs: unknown[]; article: LocalizedArticle }>()

/** Articles in all languages, with their generated covers. */
const shownArticles = perPass(async () => {
  const { covers } = await pictures()
  const { versions } = await readRows()
  return groupByOriginal(versions).map(({ original, translations }) => {
    const inputs = [covers.get(original.id) ?? null, ...translations]
    const cached = shownCache.get(original)
    if (cached && isSameList(cached.inputs, inputs)) return cached.article
    const article = localizeArticle(original, translations, covers.get(original.id) ?? null)
    shownCache.set(original, { inputs, article })
    return article
  })
})

const articlesByLocale = perPass(async () => {
  const articles = await shownArticles()
  return mapLocales((locale) => articles.map((article) => article[locale]))
})

const teams = perPass(async () => {
  const { posters } = await pictures()
  const { teams: teamRows } = await readRows()
  return teamRows.map((team) => ({
    ...team,
    cover_image_url: team.cover_image_url ?? posters.get(team.id) ?? null,
  }))
})

/** Cards of events and teams by path, for links in texts. */
const linkCards = perPass(async (): Promise<Cards> => {
  const [events, builtTeams] = await Promise.all([publicEvents(), teams()])
  const now = currentTime()
  return new TrackedMap<Card>("cards", [
    ...events
      .filter((event) => !isOver(event, now))
      .map((event) => [eventPath(event.slug), { kind: "event", event }] as const),
    ...builtTeams.map((team) => [teamPath(team.slug), { kind: "team", team }] as const),
  ])
})

const fanCounts = perBuild(() => countArtistFans(anonymousDb()))
const chartCredits = perBuild(() => listChartCredits(anonymousDb()))
const songs = perBuild(() => listTrendingSongs(anonymousDb(), MAX_MUSIC_ITEMS))
const albums = perBuild(() => listNewAlbums(anonymousDb(), MAX_MUSIC_ITEMS))

/** Returns all artists with their pictures. Artists with more fans come first. */
const popularArtists = perBuild(async () => {
  const fans = new Map((await fanCounts()).map((row) => [row.artist_id, row.fans]))
  const byFans = (await artists()).toSorted((a, b) => (fans.get(b.id) ?? 0) - (fans.get(a.id) ?? 0))
  return addPictures(byFans, await chartCredits(), [...(await songs()), ...(await albums())])
})

/** Queries of pages. Each call records a dependency of the page. */
export const content = trackReads({
  version,
  articles: async (locale: Locale) => (await articlesByLocale())[locale],
  allArticles: articlesByLocale,
  shownArticles,
  events: perBuild(async () =>
    removeOutdatedCounts(await listUpcomingPublicEvents(anonymousDb(), HOME_MAX_EVENTS)),
  ),
  publicEvents,
  listedEvents: keepListed(publicEvents),
  teamPosts: perBuild(() => listLatestTeamPosts(anonymousDb(), 6)),
  blogPosts,
  listedPosts: keepListed(blogPosts),
  teams,
  linkCards,
  listedTeams: keepListed(teams),
  formerSlugs: perBuild(() => listFormerSlugs(anonymousDb())),
  followerCounts: countPerKey("followerCounts", countFollowers, ({ followed }) => followed),
  commentCounts: countPerKey("commentCounts", countPublicComments, (row) => row.subject_id),
  /** A cheer does not request a build, so pages may show outdated numbers. */
  cheerCounts: countPerKey("cheerCounts", countContentCheers, (row) => row.subject_id),
  teamMembers,
  allIdeas: perBuild(() => listIdeas(anonymousDb())),
  artists,
  popularArtists,
  artistNames: perBuild(async () =>
    (await popularArtists()).map(({ name, hangul, aliases }) => ({ name, hangul, aliases })),
  ),
  chartCredits,
  fanCounts,
  formerArtistSlugs: perBuild(() => listFormerArtistSlugs(anonymousDb())),
  releases: perBuild(() => listReleases(anonymousDb())),
  songs,
  albums,
  balticTop: perBuild(() => listBalticTop(anonymousDb(), 10)),
  chartWeek: perBuild(() => getChartWeek(anonymousDb())),
  itemLikes: perBuild(
    async () =>
      new Map(
        (await countItemLikes(anonymousDb())).map(
          (row) => [getCardId(row.item_type, row.item_id), row] as const,
        ),
      ),
  ),
  chartSource: perBuild(() => getChartSource(anonymousDb())),
  sharePictures: perPass(async () => new TrackedMap("shared", (await pictures()).shared)),
  drawnFiles: async () => (await pictures()).files,
})
