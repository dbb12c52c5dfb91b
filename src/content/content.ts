/** What a build is made from: read once, as a stranger, whatever the number of pages. */

import { database } from "../../db/client.ts"
import {
  balticTop,
  chartSource,
  likeCounts,
  likesUntil,
  newAlbums,
  trendingSongs,
} from "../../db/queries/catalogue.ts"
import { contentVersion } from "../../db/queries/content-version.ts"
import { allPublicEvents, upcomingPublicEvents } from "../../db/queries/events.ts"
import { allIdeas } from "../../db/queries/ideas.ts"
import { newsTexts } from "../../db/queries/news.ts"
import { latestTeamPosts, publishedTeamPosts } from "../../db/queries/team-posts.ts"
import { allTeamMembers, allTeams, formerSlugs } from "../../db/queries/teams.ts"
import type { Card, Cards } from "../features/cards/cards.ts"
import { eventPath, isOver, withoutCounts } from "../features/events/event.ts"
import type { PublicEvent } from "../features/events/schema.ts"
import { EVENTS_SHOWN } from "../features/events/upcoming.ts"
import {
  articlePath,
  articlesOf,
  type ListedArticle,
  type NewsVersion,
  type ShownArticle,
  shownArticle,
} from "../features/news/article.ts"
import { makePictures } from "../features/sharing/pictures.ts"
import { postPath, teamPath } from "../features/teams/team.ts"
import { byLocale, type Locale } from "../i18n/locales.ts"
import { currentTime } from "../shared/clock.ts"
import {
  checkForWithdrawn,
  isAllNew,
  isSameList,
  LookedUp,
  once,
  told,
  twice,
} from "../shared/reads.ts"
import { absolute } from "../site.ts"
import { readVersions } from "./news-versions.ts"
import { type PublicNames, showsWithdrawn } from "./withdrawn.ts"

/** Ten thousand articles with their texts took 8 s on a busy machine: more than a call may take. */
const reader = () => database().as(null, "2min")

/** Texts that are read at once, and of how many such blocks they are held: a page asks for its neighbor's next. */
const TEXTS_AT_ONCE = 100
const BLOCKS_HELD = 10
/** More than all feeds have. */
const TEXTS_HELD = 500

/** As many as `netlify/lib/catalogue/refresh.ts` ever stores, and more: "Load more" reveals what is there. */
const MUSIC_KEPT = 100

/** Leaves out unreviewed rows of newcomers: for lists, the home page, feeds, search and search engines. */
const listed =
  <Row extends { is_listed: boolean }>(read: () => Promise<Row[]>) =>
  async () =>
    (await read()).filter(({ is_listed }) => is_listed)

// The version is read before all else: a change during the build must not look as if it were in it.
const version = once(() => contentVersion(reader()))
const after = <Value>(read: () => Promise<Value>) => once(() => version().then(read))
const twiceAfter = <Value>(read: (isEarly: boolean) => Promise<Value>) =>
  twice((isEarly) => version().then(() => read(isEarly)))

/** Removes the sign-up counts in spaced builds; scripts/build.ts sets the variable. */
const withKnownCounts = <Event extends PublicEvent>(events: Event[]): Event[] =>
  process.env.HAS_SPACED_BUILDS ? events.map(withoutCounts) : events

const blogPosts = after(() => publishedTeamPosts(reader()))

const written = after(async () => {
  const [versions, teams, events] = await Promise.all([
    readVersions(reader()),
    allTeams(reader()),
    allPublicEvents(reader()),
  ])
  return { versions, teams, events: withKnownCounts(events) }
})

const teamMembers = after(() => allTeamMembers(reader()))

const publicNames = after(async (): Promise<PublicNames> => {
  const [{ versions, teams, events }, posts, members] = await Promise.all([
    written(),
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
checkForWithdrawn(async (file) =>
  showsWithdrawn(file, new URL(absolute("/")).origin, await publicNames()),
)

const heldTexts = new Map<string[], Promise<Map<string, string>>>()

/** The versions of each language in their order, in blocks, with the block that each is in. */
const textBlocks = after(async () => {
  heldTexts.clear()
  const { versions } = await written()
  const blocks = new Map<string, string[]>()
  for (const own of Map.groupBy(versions, ({ language }) => language).values()) {
    for (let from = 0; from < own.length; from += TEXTS_AT_ONCE) {
      const ids = own.slice(from, from + TEXTS_AT_ONCE).map(({ id }) => id)
      for (const id of ids) blocks.set(id, ids)
    }
  }
  return blocks
})

const readTexts = async (ids: string[]) =>
  new Map((await newsTexts(reader(), ids)).map((text) => [text.id, text.content_html]))

/** An article's text among those of its neighbors. */
async function textInBlock(id: string): Promise<string | undefined> {
  const block = (await textBlocks()).get(id) ?? [id]
  const texts = heldTexts.get(block) ?? readTexts(block)
  heldTexts.delete(block)
  if (!import.meta.env.DEV) heldTexts.set(block, texts)
  for (const oldest of heldTexts.keys()) {
    if (heldTexts.size <= BLOCKS_HELD) break
    heldTexts.delete(oldest)
  }
  return (await texts).get(id)
}

/** Of builds of what changed, which read few texts: the feeds' are most of them, and the same as in the build before. */
const readAlone = new Map<object, Promise<string | undefined>>()

function textAlone(article: Pick<ListedArticle, "id">): Promise<string | undefined> {
  const { id } = article
  const text = readAlone.get(article) ?? readTexts([id]).then((texts) => texts.get(id))
  readAlone.delete(article)
  readAlone.set(article, text)
  // What failed once is tried again.
  text.catch(() => readAlone.delete(article))
  const [oldest] = readAlone.keys()
  if (oldest && readAlone.size > TEXTS_HELD) readAlone.delete(oldest)
  return text
}

/**
 * An article's text, read from the database when it is needed. Nobody is told of it: with the text its
 * `updated_at` changes, and whoever is given the article has that.
 */
export const articleText = async (
  article: Pick<ListedArticle, "id" | "updated_at">,
): Promise<string> =>
  // Hidden since the list was read: the next build is without it.
  (await (isAllNew() ? textInBlock(article.id) : textAlone(article))) ?? ""

/** What an article is shared with is drawn once the rest is served. */
const pictures = twiceAfter(async (isEarly) => makePictures(await written(), isEarly))

const publicEvents = twiceAfter(async () => {
  const { posters } = await pictures()
  const { events } = await written()
  return events.map((event) => ({
    ...event,
    image_url: event.image_url ?? posters.get(event.id) ?? null,
  }))
})

/** So that what has not changed since the last build is the same object, of which the fingerprint is known. */
const shownBefore = new WeakMap<NewsVersion, { madeOf: unknown[]; shown: ShownArticle }>()

const shownArticles = twiceAfter(async () => {
  const { covers } = await pictures()
  const { versions } = await written()
  return articlesOf(versions).map(({ original, translations }) => {
    const madeOf = [covers.get(original.id) ?? null, ...translations]
    const before = shownBefore.get(original)
    if (before && isSameList(before.madeOf, madeOf)) return before.shown
    const shown = shownArticle(original, translations, covers.get(original.id) ?? null)
    shownBefore.set(original, { madeOf, shown })
    return shown
  })
})

const articlesByLocale = twiceAfter(async () => {
  const shown = await shownArticles()
  return byLocale((locale) => shown.map((article) => article[locale]))
})

const teams = twiceAfter(async () => {
  const { posters } = await pictures()
  const { teams: all } = await written()
  return all.map((team) => ({
    ...team,
    cover_image_url: team.cover_image_url ?? posters.get(team.id) ?? null,
  }))
})

/** What the cards in texts show: every public event that is not over, and every team. */
const cards = twiceAfter(async (): Promise<Cards> => {
  const [allEvents, all] = await Promise.all([publicEvents(), teams()])
  const now = currentTime()
  return new LookedUp<Card>("cards", [
    ...allEvents
      .filter((event) => !isOver(event, now))
      .map((event) => [eventPath(event.slug), { kind: "event", event }] as const),
    ...all.map((team) => [teamPath(team.slug), { kind: "team", team }] as const),
  ])
})

export const content = told({
  version,
  /** All published articles for readers of that language, newest first. */
  articles: async (locale: Locale) => (await articlesByLocale())[locale],
  /** The same for all languages at once. */
  allArticles: articlesByLocale,
  /** Each as the readers of every language see it. */
  shownArticles,
  events: after(async () => withKnownCounts(await upcomingPublicEvents(reader(), EVENTS_SHOWN))),
  /** Every public event, in order of time. */
  publicEvents,
  listedEvents: listed(publicEvents),
  teamPosts: after(() => latestTeamPosts(reader(), 6)),
  /** Every published post of the teams' blogs, the newest first. */
  blogPosts,
  listedPosts: listed(blogPosts),
  /** Every team, the newest first. */
  teams,
  cards,
  listedTeams: listed(teams),
  /** The addresses that teams had, with those they have now. */
  formerSlugs: after(() => formerSlugs(reader())),
  /** Who is in them, as everybody may see it: the owner first, then admins, then by time. */
  teamMembers,
  /** Those that take votes first, then those with the most. */
  allIdeas: after(() => allIdeas(reader())),
  songs: after(() => trendingSongs(reader(), MUSIC_KEPT)),
  albums: after(() => newAlbums(reader(), MUSIC_KEPT)),
  /** The members' own chart of the week. */
  balticTop: after(() => balticTop(reader(), 10)),
  likeCounts: after(() => likeCounts(reader())),
  likesUntil: after(() => likesUntil(reader())),
  chartSource: after(() => chartSource(reader())),
  /** What articles, events and teams are shared with, by `sharedKey`. */
  shared: twiceAfter(async () => new LookedUp("shared", (await pictures()).shared)),
  /** The files of lettered pictures. */
  drawnFiles: async () => (await pictures()).files,
})
