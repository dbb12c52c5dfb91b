/** What can be found, from what the build reads as a stranger: news, teams with their blogs, events, pages. */
import { createHash } from "node:crypto"
import type { CatalogueAlbum, CatalogueSong } from "../../../db/queries/catalogue.ts"
import { artSleeve } from "../../art/pictures.ts"
import { pictureOf } from "../../features/events/EventView.tsx"
import { eventIn, eventPath, isOver, type PublicEvent } from "../../features/events/event.ts"
import { itemPath } from "../../features/music/items.ts"
import type { ItemType } from "../../features/music/schema.ts"
import { articlePath, coverOf, type ListedArticle } from "../../features/news/article.ts"
import type { Entry, Group } from "../../features/search/index-format.ts"
import { faqCategories } from "../../features/static-pages/faq.ts"
import { pictureOfPost, thumbOf, thumbOfPost } from "../../features/teams/pictures.ts"
import { postPath, type Team, teamPath } from "../../features/teams/team.ts"
import type { Namespace } from "../../i18n/keys.ts"
import { LOCALES, type Locale } from "../../i18n/locales.ts"
import { messages } from "../../i18n/messages.ts"
import { getT } from "../../i18n/t.ts"
import { fillBlanks } from "../../i18n/translate.ts"
import { inLocale, languagesOf, type Translated } from "../../i18n/translation.ts"
import { withoutMarkup } from "../../markdown/words.ts"
import { currentTime } from "../../shared/clock.ts"
import { reportLeftOut } from "../../shared/dependency-tracking.ts"
import { plainHtml } from "../../shared/description.ts"
import { SITE } from "../../site.ts"
import { articleText, content } from "../content.ts"
import { dayKeys, keyOf, titleWords } from "./keys.ts"

/** An entry is made when it is needed: all texts of a large site at once would be a second copy of it. */
export interface Findable {
  /** Names the entry with all that is in it: another one as soon as that is. */
  mark: string
  make(): IndexedEntry | Promise<IndexedEntry>
}

export interface IndexedEntry extends Entry {
  /** What it is found by beside its words. */
  keys?: string[]
}

export interface EntryGroup extends Omit<Group, "count"> {
  /** The most important first. */
  entries: Findable[]
}

const joined = (...texts: (string | null | undefined)[]) => texts.filter(Boolean).join(" ")

const keysOf = (...names: (string | null)[]) =>
  names.flatMap((name) => (name === null ? [] : [keyOf(name)]))

const MARK_LENGTH = 14

const markOf = (...content: unknown[]) =>
  createHash("sha1").update(JSON.stringify(content)).digest("base64url").slice(0, MARK_LENGTH)

/** Something that is read with all its texts anyway. */
const findable = (make: () => IndexedEntry, language: Locale | null): Findable => ({
  mark: markOf(language, make()),
  make,
})

/** Its `updated_at` stands for the text, which is read when it is needed. */
const newsEntry = (article: ListedArticle): Findable => {
  const { id, updated_at, language, slug, title, excerpt, published_at, country } = article
  const picture = coverOf(article).src
  return {
    mark: markOf(id, updated_at, language, slug, published_at, country, picture),
    make: async () => ({
      path: articlePath(slug),
      title,
      text: joined(excerpt, plainHtml(await articleText(article))),
      date: published_at,
      picture,
      keys: keysOf("news", country),
    }),
  }
}

type Post = Awaited<ReturnType<typeof content.blogPosts>>[number]

/** Entries that stand together when their language and readers are the same. */
interface Found {
  group: Omit<EntryGroup, "entries">
  /** The same for the same group. */
  key: string
  entry: Findable
}

const found = (group: Found["group"], entry: Findable): Found => ({
  group,
  key: JSON.stringify(group),
  entry,
})

/** Who is shown something in that language, of all that it is in: the original's first. */
const readersOf = (languages: readonly Locale[], language: Locale): Locale[] =>
  LOCALES.filter((locale) => (languages.includes(locale) ? locale : languages[0]) === language)

/** Something in each of its languages, for those who are shown that one. */
const inEach = (
  item: Translated<unknown>,
  group: Pick<Found["group"], "kind" | "isOver">,
  entryIn: (language: Locale) => () => IndexedEntry,
): Found[] =>
  languagesOf(item).map((language) =>
    found(
      { ...group, language, readers: readersOf(languagesOf(item), language) },
      findable(entryIn(language), language),
    ),
  )

const grouped = (found: Found[]): EntryGroup[] =>
  [...Map.groupBy(found, ({ key }) => key).values()].flatMap((alike) =>
    alike[0] ? [{ ...alike[0].group, entries: alike.map(({ entry }) => entry) }] : [],
  )

/** Returns an item's entries; none, with a report, when they cannot be made. */
function entriesOrNone(path: string, make: () => Found[]): Found[] {
  try {
    return make()
  } catch (error) {
    reportLeftOut(path, error)
    return []
  }
}

const foundBefore = new WeakMap<ListedArticle, Found>()

function newsFound(article: ListedArticle): Found {
  const { language, languages } = article
  const readers = readersOf(languages, language)
  const news =
    foundBefore.get(article) ?? found({ kind: "news", language, readers }, newsEntry(article))
  foundBefore.set(article, news)
  return news
}

const teamEntry = (team: Team, locale: Locale) => (): IndexedEntry => ({
  path: teamPath(team.slug),
  title: team.name,
  text: withoutMarkup(inLocale(team, locale).description ?? ""),
  ...(team.location && { location: team.location }),
  picture: thumbOf(team),
  keys: keysOf("team", team.country),
})

const postEntry = (post: Post, { slug, name, country }: Team): Findable => ({
  mark: markOf(post.id, post.updated_at, post.video_thumb_url, post.language, slug, name, country),
  make: () => ({
    path: postPath(slug, post.id),
    title: post.title,
    text: plainHtml(post.content_html),
    author: name,
    picture: thumbOfPost({ id: post.id, picture_url: pictureOfPost(post) }, country),
  }),
})

const teamEntries = (team: Team, posts: Post[]): Found[] => [
  ...entriesOrNone(teamPath(team.slug), () =>
    team.description
      ? inEach(team, { kind: "team" }, (locale) => teamEntry(team, locale))
      : [found({ kind: "team", language: null }, findable(teamEntry(team, team.language), null))],
  ),
  ...posts.map((post) => found({ kind: "team", language: post.language }, postEntry(post, team))),
]

const eventEntry = (event: PublicEvent, locale: Locale) => (): IndexedEntry => {
  const { title, description } = eventIn(event, locale)
  return {
    path: eventPath(event.slug),
    title,
    text: joined(description, event.team_name, event.prize),
    ...(event.location && { location: event.location }),
    date: event.start_date,
    timeZone: event.time_zone,
    end: event.end_date,
    ...(event.is_cancelled && { isCancelled: true }),
    picture: pictureOf(event).src,
    keys: [
      ...keysOf("event", event.country),
      ...dayKeys(event.start_date, event.end_date, event.time_zone),
    ],
  }
}

const eventEntries = (event: PublicEvent, isOver: boolean): Found[] =>
  entriesOrNone(eventPath(event.slug), () =>
    inEach(event, { kind: "event", ...(isOver && { isOver }) }, (locale) =>
      eventEntry(event, locale),
    ),
  )

/** The next one first, and what is over behind all that is to come. */
function byNearness(events: PublicEvent[], now: number): Found[][] {
  const [toCome, over] = [false, true].map((past) =>
    events.filter((event) => isOver(event, now) === past),
  )
  return [
    (toCome ?? []).flatMap((event) => eventEntries(event, false)),
    (over ?? []).reverse().flatMap((event) => eventEntries(event, true)),
  ]
}

/** Returns the entry of a song or album, which can be found by its title and its artists. */
const musicEntry = (type: ItemType, item: CatalogueSong | CatalogueAlbum): Findable => {
  const { id, name, artists, image_url } = item
  const names = artists.join(" ")
  return findable(
    () => ({
      path: itemPath(type, id),
      title: name,
      text: "album_name" in item ? (item.album_name ?? "") : "",
      author: artists.join(", "),
      picture: image_url ?? artSleeve(id),
      // People type (G)I-DLE with and without the parentheses.
      keys: titleWords(`${names} ${names.replace(/[()]/g, "")}`),
    }),
    null,
  )
}

/** The pages that exist whatever the content, by the names of their message files. */
const PAGES = [
  { path: "/music", name: "music" },
  { path: "/calendar", name: "calendar" },
  { path: "/teams", name: "teams" },
  { path: "/news", name: "news" },
  { path: "/shop", name: "shop" },
  { path: "/suggest-idea", name: "ideas" },
  { path: "/about", name: "about" },
  { path: "/how-it-works", name: "how-it-works" },
  { path: "/faq", name: "faq" },
  { path: "/privacy", name: "privacy" },
  { path: "/terms", name: "terms" },
] as const

/** Those whose every text is searched. */
const TEXT_PAGES: Namespace[] = ["about", "how-it-works", "privacy", "terms"]

/** One form of each text is enough: that which fits most numbers. */
const isOtherForm = (key: string) => /_(?:zero|one|two|few|many)$/.test(key)

/** Without the marks of links; nothing is left of a text with a blank that is filled in elsewhere. */
function plain(text: string): string {
  const filled = fillBlanks(text, { email: SITE.email })
  if (/{{\w+}}/.test(filled)) return ""
  return filled
    .replace(/<\/?\w+>/g, "")
    .replace(/\s+/g, " ")
    .trim()
}

/** Headings and the like end without a full stop. */
const sentences = (texts: string[]) =>
  texts.reduce((before, text) => `${before}${/[.?!:…]$/.test(before) ? "" : " ·"} ${text}`)

/** What a page shows of the content, by its path: the names that people look for. */
type Shown = Readonly<Record<string, readonly string[]>>

/** The pages of a language, and each of the questions. */
function pageEntries(locale: Locale, shown: Shown): Findable[] {
  const t = getT(locale)
  const pages = PAGES.map(({ path, name }) => () => {
    const own = Object.entries(TEXT_PAGES.includes(name) ? messages(locale, [name]) : {})
      .filter(([key]) => !key.includes(":meta.") && !isOtherForm(key))
      .map(([, text]) => plain(text))
    return {
      path,
      // The title of /music says what is on it, not what people look for.
      title: t(name === "music" ? "common:nav.music" : `${name}:meta.title`),
      text: sentences(
        [t(`${name}:meta.description`), ...own, ...(shown[path] ?? [])].filter(Boolean),
      ),
    }
  })
  const questions = faqCategories(locale)
    .flatMap((category) => category.questions)
    .map(({ id, title, answer }) => () => ({ path: `/faq#${id}`, title, text: plain(answer) }))
  return [...pages, ...questions].map((make) => findable(make, locale))
}

/** Returns the ideas that the built page contains. */
const shownOnPages = async (): Promise<Shown> => ({
  "/suggest-idea": (await content.allIdeas()).map(({ title }) => title),
})

/** Everything that can be found, by kind and language. */
export async function entryGroups(): Promise<EntryGroup[]> {
  const [articles, events, teams, posts, songs, albums, shown] = await Promise.all([
    content.allArticles(),
    content.listedEvents(),
    content.listedTeams(),
    content.listedPosts(),
    content.songs(),
    content.albums(),
    shownOnPages(),
  ])
  const postsOf = Map.groupBy(posts, ({ team_id }) => team_id)
  return [
    ...LOCALES.flatMap((language) =>
      grouped(articles[language].filter((article) => article.language === language).map(newsFound)),
    ),
    ...grouped(teams.flatMap((team) => teamEntries(team, postsOf.get(team.id) ?? []))),
    ...byNearness(events, currentTime()).flatMap(grouped),
    {
      kind: "music",
      language: null,
      entries: [
        ...songs.map((song) => musicEntry("song", song)),
        ...albums.map((album) => musicEntry("album", album)),
      ],
    },
    ...LOCALES.map((language) => ({
      kind: "page" as const,
      language,
      readers: [language],
      entries: pageEntries(language, shown),
    })),
  ]
}
