import { createHash } from "node:crypto"
import type { CatalogueAlbum, CatalogueSong } from "../../../db/queries/catalogue.ts"
import { artSleeve } from "../../art/pictures.ts"
import { listSpellings, toArtistKey } from "../../features/artists/names.ts"
import { artistPath } from "../../features/artists/paths.ts"
import type { Artist } from "../../features/artists/schema.ts"
import { eventPath, isOver, localizeEvent, type PublicEvent } from "../../features/events/event.ts"
import { getEventPicture } from "../../features/events/picture.ts"
import { itemPath } from "../../features/music/paths.ts"
import type { ItemType } from "../../features/music/schema.ts"
import { articlePath, getArticleCover, type ListedArticle } from "../../features/news/article.ts"
import type { Entry, Group } from "../../features/search/index-format.ts"
import { createKey } from "../../features/search/words.ts"
import { getPostPicture, getPostThumbnail, getThumbnail } from "../../features/teams/pictures.ts"
import { postPath, type Team, teamPath } from "../../features/teams/team.ts"
import { LOCALES, type Locale } from "../../i18n/locales.ts"
import { listLanguages, localize, type Translated } from "../../i18n/translation.ts"
import { removeMarkup } from "../../markdown/remove-markup.ts"
import { currentTime } from "../../shared/clock.ts"
import { reportLeftOut } from "../../shared/dependency-tracking.ts"
import { htmlToText } from "../../shared/description.ts"
import { content, readArticleText } from "../content.ts"
import { listDayKeys, listTitleWords } from "./keys.ts"
import { makePageEntries } from "./page-entries.ts"

export interface IndexedEntry extends Entry {
  /** Words and keys (README.md) that have the level of words in the title. The published index omits them. */
  titleTerms?: string[]
}

/** Makes one entry when it is called, because all entries of a large site do not fit in memory. */
export type EntryFactory = () => IndexedEntry | null | Promise<IndexedEntry>

export interface EntryGroup extends Omit<Group, "count"> {
  /** The most important entry is first. */
  entries: EntryFactory[]
}

interface GroupedEntry {
  group: Omit<EntryGroup, "entries">
  make: EntryFactory
}

const groupEntries = (entries: GroupedEntry[]): EntryGroup[] =>
  [...Map.groupBy(entries, ({ group }) => JSON.stringify(group)).values()].flatMap((members) =>
    members[0] ? [{ ...members[0].group, entries: members.map(({ make }) => make) }] : [],
  )

const joinTexts = (...texts: (string | null | undefined)[]) => texts.filter(Boolean).join(" ")

const listKeysOfNames = (...names: (string | null)[]) =>
  names.flatMap((name) => (name === null ? [] : [createKey(name)]))

/** Wraps the function that makes an entry. If it throws, the entry is reported once and left out. */
function skipFailing(path: string, make: () => IndexedEntry): EntryFactory {
  let hasFailed = false
  return () => {
    try {
      return hasFailed ? null : make()
    } catch (error) {
      hasFailed = true
      reportLeftOut(path, error)
      return null
    }
  }
}

/**
 * Returns the locales whose pages show the text of an item in `language`. `languages` are the item's languages, the
 * original first. Locales without a translation show the original.
 */
const listLocalesShowing = (languages: readonly Locale[], language: Locale): Locale[] =>
  LOCALES.filter((locale) => (languages.includes(locale) ? locale : languages[0]) === language)

const makeEntriesByLanguage = (
  path: string,
  item: Translated<unknown>,
  group: Pick<Group, "kind" | "isOver">,
  makeEntry: (language: Locale) => IndexedEntry,
): GroupedEntry[] =>
  listLanguages(item).map((language) => ({
    group: { ...group, language, shownIn: listLocalesShowing(listLanguages(item), language) },
    make: skipFailing(path, () => makeEntry(language)),
  }))

const makeNewsEntry = (article: ListedArticle): GroupedEntry => {
  const { language, languages, slug, title, excerpt, published_at, country } = article
  return {
    group: { kind: "news", language, shownIn: listLocalesShowing(languages, language) },
    make: async () => ({
      path: articlePath(slug),
      title,
      text: joinTexts(excerpt, htmlToText(await readArticleText(article))),
      date: published_at,
      picture: getArticleCover(article).src,
      titleTerms: listKeysOfNames("news", country),
    }),
  }
}

type Post = Awaited<ReturnType<typeof content.blogPosts>>[number]

const makePostEntry = (post: Post, { slug, name, country }: Team): GroupedEntry => ({
  group: { kind: "team", language: post.language },
  make: () => ({
    path: postPath(slug, post.id),
    title: post.title,
    text: htmlToText(post.content_html),
    author: name,
    picture: getPostThumbnail({ id: post.id, picture_url: getPostPicture(post) }, country),
  }),
})

const makeTeamEntry = (team: Team, locale: Locale): IndexedEntry => ({
  path: teamPath(team.slug),
  title: team.name,
  text: removeMarkup(localize(team, locale).description ?? ""),
  ...(team.location && { location: team.location }),
  picture: getThumbnail(team),
  titleTerms: listKeysOfNames("team", team.country),
})

function makeTeamEntries(team: Team, posts: Post[]): GroupedEntry[] {
  const path = teamPath(team.slug)
  const teamPageEntries = team.description
    ? makeEntriesByLanguage(path, team, { kind: "team" }, (locale) => makeTeamEntry(team, locale))
    : [
        {
          group: { kind: "team" as const, language: null },
          make: skipFailing(path, () => makeTeamEntry(team, team.language)),
        },
      ]
  return [...teamPageEntries, ...posts.map((post) => makePostEntry(post, team))]
}

function makeEventEntry(event: PublicEvent, locale: Locale): IndexedEntry {
  const { title, description } = localizeEvent(event, locale)
  return {
    path: eventPath(event.slug),
    title,
    text: joinTexts(description, event.team_name, event.prize),
    ...(event.location && { location: event.location }),
    date: event.start_date,
    timeZone: event.time_zone,
    end: event.end_date,
    ...(event.is_cancelled && { isCancelled: true }),
    picture: getEventPicture(event).src,
    titleTerms: [
      ...listKeysOfNames("event", event.country),
      ...listDayKeys(event.start_date, event.end_date, event.time_zone),
    ],
  }
}

const makeEventEntries = (events: PublicEvent[], { isOver }: { isOver: boolean }): EntryGroup[] =>
  groupEntries(
    events.flatMap((event) =>
      makeEntriesByLanguage(
        eventPath(event.slug),
        event,
        { kind: "event", ...(isOver && { isOver }) },
        (locale) => makeEventEntry(event, locale),
      ),
    ),
  )

const createMusicEntryFactory =
  (type: ItemType, item: CatalogueSong | CatalogueAlbum): EntryFactory =>
  () => {
    const { id, name, artists, image_url } = item
    const names = artists.join(" ")
    return {
      path: itemPath(type, id),
      title: name,
      text: "album_name" in item ? (item.album_name ?? "") : "",
      author: artists.join(", "),
      picture: image_url ?? artSleeve(id),
      // Finds (G)I-DLE with and without the parentheses, because people type both.
      titleTerms: listTitleWords(`${names} ${names.replace(/[()]/g, "")}`),
    }
  }

const createArtistEntryFactory =
  (artist: Artist): EntryFactory =>
  () => {
    const spellings = listSpellings(artist)
    return {
      path: artistPath(artist.slug),
      title: artist.name,
      text: artist.hangul ?? "",
      titleTerms: [
        ...spellings.flatMap(listTitleWords),
        ...spellings.flatMap((name) => listTitleWords(toArtistKey(name))),
      ],
    }
  }

export interface SearchableContent {
  /** Hash of the rows from which the entries are made. */
  contentHash: string
  groups: EntryGroup[]
}

export async function readSearchableContent(): Promise<SearchableContent> {
  const [articles, events, teams, posts, songs, albums, ideas, artists] = await Promise.all([
    content.allArticles(),
    content.listedEvents(),
    content.listedTeams(),
    content.listedPosts(),
    content.songs(),
    content.albums(),
    content.allIdeas(),
    content.artists(),
  ])
  const now = currentTime()
  const upcoming = events.filter((event) => !isOver(event, now))
  const past = events.filter((event) => isOver(event, now)).reverse()
  const indexedContent = [articles, upcoming, past, teams, posts, songs, albums, ideas, artists]
  const postsByTeam = Map.groupBy(posts, ({ team_id }) => team_id)
  // Ideas have no entries; searches for their titles find the page that shows all ideas.
  const extraTexts = { "/suggest-idea": ideas.map(({ title }) => title) }
  return {
    contentHash: createHash("sha256")
      .update(JSON.stringify(indexedContent))
      .digest("hex")
      .slice(0, 16),
    groups: [
      ...LOCALES.flatMap((language) =>
        groupEntries(
          articles[language].filter((article) => article.language === language).map(makeNewsEntry),
        ),
      ),
      ...groupEntries(
        teams.flatMap((team) => makeTeamEntries(team, postsByTeam.get(team.id) ?? [])),
      ),
      ...makeEventEntries(upcoming, { isOver: false }),
      ...makeEventEntries(past, { isOver: true }),
      {
        kind: "music",
        language: null,
        entries: [
          ...artists.map(createArtistEntryFactory),
          ...songs.map((song) => createMusicEntryFactory("song", song)),
          ...albums.map((album) => createMusicEntryFactory("album", album)),
        ],
      },
      ...LOCALES.map((language) => ({
        kind: "page" as const,
        language,
        shownIn: [language],
        entries: makePageEntries(language, extraTexts),
      })),
    ],
  }
}
