/** What can be found, from what the build reads as a stranger: news, teams with their blogs, events, pages. */

import { artThumbs } from "../art/pictures.ts"
import { articleText, content } from "../content.ts"
import { pictureOf } from "../features/events/EventView.tsx"
import { eventIn, eventPath, isOver, type PublicEvent } from "../features/events/event.ts"
import { PAGE_SIZE } from "../features/music/schema.ts"
import { articlePath, coverOf, type ListedArticle } from "../features/news/article.ts"
import type { Entry, Group } from "../features/search/index-format.ts"
import { QUESTIONS } from "../features/static-pages/faq.ts"
import { thumbOf } from "../features/teams/pictures.ts"
import { placeOf, postPath, type Team, teamPath } from "../features/teams/team.ts"
import type { Namespace } from "../i18n/keys.ts"
import { LOCALES, type Locale } from "../i18n/locales.ts"
import { messages } from "../i18n/messages.ts"
import { getT } from "../i18n/t.ts"
import { fillBlanks } from "../i18n/translate.ts"
import { inLocale, languagesOf, type Translated } from "../i18n/translation.ts"
import { once } from "../reads.ts"
import { SITE } from "../site.ts"
import { dayKeys, keyOf, loadKeys } from "./keys.ts"
import { plainHtml, searchIndex } from "./make-index.ts"

/** An entry is made when it is needed: all texts of a large site at once would be a second copy of it. */
type MakeEntry = () => IndexedEntry | Promise<IndexedEntry>

export interface IndexedEntry extends Entry {
  /** What it is found by beside its words. */
  keys?: string[]
}

export interface EntryGroup extends Omit<Group, "count"> {
  /** The most important first. */
  entries: MakeEntry[]
}

const joined = (...texts: (string | null | undefined)[]) => texts.filter(Boolean).join(" ")

const keysOf = (...names: (string | null)[]) =>
  names.flatMap((name) => (name === null ? [] : [keyOf(name)]))

const newsEntry = (article: ListedArticle) => async (): Promise<IndexedEntry> => ({
  path: articlePath(article.slug),
  title: article.title,
  text: joined(article.excerpt, plainHtml(await articleText(article))),
  date: article.published_at,
  picture: coverOf(article).src,
  keys: keysOf("news", article.country),
})

type Post = Awaited<ReturnType<typeof content.blogPosts>>[number]

/** Entries that stand together when their language and readers are the same. */
type Found = Omit<EntryGroup, "entries"> & { make: MakeEntry }

/** Who is shown something in that language, of all that it is in: the original's first. */
const readersOf = (languages: readonly Locale[], language: Locale): Locale[] =>
  LOCALES.filter((locale) => (languages.includes(locale) ? locale : languages[0]) === language)

/** Something in each of its languages, for those who are shown that one. */
const inEach = (
  item: Translated<unknown>,
  found: (language: Locale) => Pick<Found, "kind" | "make">,
): Found[] =>
  languagesOf(item).map((language) => ({
    ...found(language),
    language,
    readers: readersOf(languagesOf(item), language),
  }))

const groupOf = ({ make: _, ...group }: Found) => group

const grouped = (found: Found[]): EntryGroup[] =>
  [...Map.groupBy(found, (one) => JSON.stringify(groupOf(one))).values()].flatMap((alike) =>
    alike[0] ? [{ ...groupOf(alike[0]), entries: alike.map(({ make }) => make) }] : [],
  )

const teamEntry = (team: Team, locale: Locale) => (): IndexedEntry => ({
  path: teamPath(team.slug),
  title: team.name,
  text: inLocale(team, locale).description ?? "",
  ...(team.location && { location: team.location }),
  picture: thumbOf(team),
  keys: keysOf("team", team.country),
})

const postEntry = (post: Post, team: Team) => (): IndexedEntry => ({
  path: postPath(team.slug, post.id),
  title: post.title,
  text: plainHtml(post.content_html),
  author: team.name,
  picture: artThumbs([{ seed: post.id, place: placeOf(team.country) }])[0],
})

const teamEntries = (team: Team, posts: Post[]): Found[] => [
  ...(team.description
    ? inEach(team, (locale) => ({ kind: "team", make: teamEntry(team, locale) }))
    : [{ kind: "team" as const, language: null, make: teamEntry(team, team.language) }]),
  ...posts.map((post) => ({
    kind: "team" as const,
    language: post.language,
    make: postEntry(post, team),
  })),
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
  inEach(event, (locale) => ({ kind: "event", make: eventEntry(event, locale) })).map((found) =>
    isOver ? { ...found, isOver } : found,
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
function pageEntries(locale: Locale, shown: Shown): MakeEntry[] {
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
  const questions = Object.values(QUESTIONS)
    .flat()
    .map((id) => () => ({
      path: `/faq#${id}`,
      title: t(`faq:questions.${id}.question`),
      text: plain(t(`faq:questions.${id}.answer`, { email: SITE.email })),
    }))
  return [...pages, ...questions]
}

/** The songs, albums and ideas that are built into their pages. */
async function shownOnPages(): Promise<Shown> {
  const [songs, albums, ideas] = await Promise.all([
    content.songs(),
    content.albums(),
    content.allIdeas(),
  ])
  const music = [...songs.slice(0, PAGE_SIZE), ...albums.slice(0, PAGE_SIZE)]
  return {
    "/music": music.map(({ name, artists }) => `${name}, ${artists.join(", ")}`),
    "/suggest-idea": ideas.map(({ title }) => title),
  }
}

/** Everything that can be found, by kind and language. */
export async function entryGroups(): Promise<EntryGroup[]> {
  const [articles, events, teams, posts, shown] = await Promise.all([
    Promise.all(LOCALES.map(content.articles)),
    content.listedEvents(),
    content.listedTeams(),
    content.listedPosts(),
    shownOnPages(),
  ])
  const postsOf = Map.groupBy(posts, ({ team_id }) => team_id)
  return [
    ...LOCALES.flatMap((language, i) =>
      grouped(
        (articles[i] ?? [])
          .filter((article) => article.language === language)
          .map((article) => ({
            kind: "news",
            language,
            readers: readersOf(article.languages, language),
            make: newsEntry(article),
          })),
      ),
    ),
    ...grouped(teams.flatMap((team) => teamEntries(team, postsOf.get(team.id) ?? []))),
    ...byNearness(events, Date.now()).flatMap(grouped),
    ...LOCALES.map((language) => ({
      kind: "page" as const,
      language,
      readers: [language],
      entries: pageEntries(language, shown),
    })),
  ]
}

/** The index of all that this build contains, made once; in `astro dev` anew for every request. */
export const siteIndex = once(async () => searchIndex(await entryGroups(), await loadKeys()))
