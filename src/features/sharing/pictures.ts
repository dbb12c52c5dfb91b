/** Chooses and draws the pictures of a build: article covers, posters of teams and events, share pictures. */
import { assignPictures } from "../../art/assign.ts"
import {
  canWrite,
  drawArticleLettering,
  drawEventLettering,
  drawTeamPoster,
  type Size,
} from "../../art/posters/posters.ts"
import { type ChosenPicture, chooseCover } from "../../art/topics.ts"
import { getCountryColor } from "../../countries.ts"
import type { Locale } from "../../i18n/locales.ts"
import { reportLeftOut } from "../../shared/dependency-tracking.ts"
import { artistPath } from "../artists/paths.ts"
import type { Artist } from "../artists/schema.ts"
import {
  CLOCK_FORMAT,
  eventPath,
  getDateFormat,
  isOneDayEvent,
  localizeEvent,
  type PublicEvent,
} from "../events/event.ts"
import { articlePath } from "../news/article.ts"
import type { NewsVersion } from "../news/schema.ts"
import type { Team } from "../teams/schema.ts"
import { teamPath } from "../teams/team.ts"
import { type Drawing, drawAll, getDrawnUrl, getShareUrl, getStoryUrl, type Part } from "./drawn.ts"

/** Maximum numbers of items with generated pictures. A pass draws at most `MAX_PER_PASS` new ones (drawn.ts). */
const MAX_DRAWN_ITEMS = { articles: 1000, events: 300, teams: 500, artists: 300 }

interface SharePictures {
  /** URL of the link preview. Null if an uploaded picture is used instead. */
  share: string | null
  story: string
}

interface BuildPictures {
  /** URLs of covers by article id. */
  covers: Map<string, string>
  /** URLs of posters by team or event id. */
  posters: Map<string, string>
  /** Share pictures by the keys of `getSharePicturesKey`. */
  shared: Map<string, SharePictures>
  /** Names of all generated files that the build uses. */
  files: string[]
}

/**
 * Only keys of events need the language: articles have an id in each language, and names of teams are not translated.
 */
export const getSharePicturesKey = (id: string, language?: Locale) =>
  language ? `${id} ${language}` : id

interface Job {
  drawing: Drawing
  /** Stores the URLs of the finished picture. */
  onDrawn(name: string): void
}

/** Cached covers: both passes of a build have the same articles and choose the same covers. */
const coversByArticles = new WeakMap<NewsVersion[], Map<string, ChosenPicture>>()

/** Returns the covers by the ids of original articles. Translations share the cover. */
function chooseArticleCovers(versions: NewsVersion[]): Map<string, ChosenPicture> {
  const cached = coversByArticles.get(versions)
  if (cached) return cached
  // The oldest is first, so that a new article does not change other covers.
  const originals = versions.filter(({ original_id }) => original_id === null).toReversed()
  const chosen = assignPictures(
    originals.map(({ slug, title, country }) => ({
      seed: slug,
      country: country ?? "all",
      text: `${slug} ${title}`,
    })),
  )
  const covers = new Map(
    originals.flatMap(({ id }, i) => {
      const picture = chosen[i]
      return picture ? [[id, picture] as const] : []
    }),
  )
  coversByArticles.set(versions, covers)
  return covers
}

/** Lists the files for sharing. An uploaded picture replaces the generated link preview. */
const listShareParts = (part: Omit<Part, "suffix">, hasUpload: boolean): Part[] => [
  ...(hasUpload ? [] : [{ ...part, suffix: "-og.jpg" } as const]),
  { ...part, suffix: "-story.jpg" },
]

const getSharePictures = (name: string, { hasUpload }: { hasUpload: boolean }): SharePictures => ({
  share: hasUpload ? null : getShareUrl(name),
  story: getStoryUrl(name),
})

const createArticleJobs = (
  versions: NewsVersion[],
  covers: Map<string, ChosenPicture>,
  { shared }: BuildPictures,
): Job[] =>
  versions.slice(0, MAX_DRAWN_ITEMS.articles).flatMap((article): Job[] => {
    const { id, slug, original_id, title, cover_image_url } = article
    const background = covers.get(original_id ?? id)
    if (!background) return []
    const drawLettering = (size: Size) => drawArticleLettering({ title }, size)
    const hasUpload = cover_image_url !== null
    return [
      {
        drawing: {
          path: articlePath(slug),
          isLate: true,
          content: [title, background],
          parts: listShareParts({ drawLettering, background }, hasUpload),
        },
        onDrawn: (name) =>
          shared.set(getSharePicturesKey(id), getSharePictures(name, { hasUpload })),
      },
    ]
  })

/** Returns a day such as "14.12.", which readers of all five languages understand. */
function formatPosterDay(event: PublicEvent): string {
  const { start_date, end_date, time_zone } = event
  // Lithuanian writes day and month with two digits, but the month first, so the parts are reversed.
  const format = getDateFormat("lt", time_zone, { month: "2-digit", day: "2-digit" })
  const formatDay = (date: string) =>
    format
      .formatToParts(new Date(date))
      .filter(({ type }) => type === "day" || type === "month")
      .map(({ value }) => value)
      .toReversed()
      .join(".")
  return isOneDayEvent(event)
    ? `${formatDay(start_date)}.`
    : `${formatDay(start_date)}.–${formatDay(end_date)}.`
}

function getEventTexts(event: PublicEvent, locale: Locale) {
  const { title, language } = localizeEvent(event, locale)
  const { time_zone, location } = event
  const [start, end] = [new Date(event.start_date), new Date(event.end_date)]
  const format = (options: Intl.DateTimeFormatOptions) =>
    getDateFormat(language, time_zone, options)
  const day = { month: "short", day: "numeric" } as const
  return {
    title,
    day: isOneDayEvent(event) ? format(day).format(start) : format(day).formatRange(start, end),
    time: isOneDayEvent(event)
      ? `${format({ weekday: "long" }).format(start)}, ${format(CLOCK_FORMAT).formatRange(start, end)}`
      : format(CLOCK_FORMAT).format(start),
    location,
    country: getCountryColor(event.country),
  }
}

/**
 * Creates a job for each language of the event. If the event has no uploaded picture, the job of the original language
 * also draws the poster.
 */
function createEventJobs(event: PublicEvent, { posters, shared }: BuildPictures): Job[] {
  const background = chooseCover(event.slug, getCountryColor(event.country))
  const hasUpload = event.image_url !== null
  // The poster shows no title and no time, because pages show them next to the poster.
  const cover = {
    ...getEventTexts(event, event.language),
    day: formatPosterDay(event),
    title: null,
    time: null,
  }
  const coverPart = { drawLettering: (size: Size) => drawEventLettering(cover, size), background }
  return localizeEvent(event, event.language).languages.map((language): Job => {
    const texts = getEventTexts(event, language)
    const drawLettering = (size: Size) => drawEventLettering(texts, size)
    const hasCover = !hasUpload && language === event.language
    return {
      drawing: {
        path: eventPath(event.slug),
        content: [texts, background, hasCover && cover],
        parts: [
          ...(hasCover
            ? ([
                { ...coverPart, suffix: ".webp" },
                { ...coverPart, suffix: "-640.webp" },
              ] as const)
            : []),
          ...listShareParts({ drawLettering, background }, hasUpload),
        ],
      },
      onDrawn(name) {
        if (hasCover) posters.set(event.id, getDrawnUrl(name))
        shared.set(getSharePicturesKey(event.id, language), getSharePictures(name, { hasUpload }))
      },
    }
  })
}

const createAllEventJobs = (events: PublicEvent[], pictures: BuildPictures): Job[] =>
  events
    .slice(-MAX_DRAWN_ITEMS.events)
    .toReversed()
    .flatMap((event) => {
      try {
        return createEventJobs(event, pictures)
      } catch (error) {
        reportLeftOut(eventPath(event.slug), error)
        return []
      }
    })

async function createTeamJobs(teams: Team[], { posters, shared }: BuildPictures): Promise<Job[]> {
  const jobs = teams.slice(0, MAX_DRAWN_ITEMS.teams).map(async (team): Promise<Job[]> => {
    const { id, slug, name: teamName, country, location, cover_image_url } = team
    // If the fonts lack the script of the name, the poster would be empty.
    if (!(await canWrite(teamName))) return []
    const poster = { slug, name: teamName, country: country ?? "all", location } as const
    const hasUpload = cover_image_url !== null
    const drawLettering = (size: Size) => drawTeamPoster(poster, size)
    const suffixes = [".webp", "-640.webp", "-square.webp", "-wide.webp"] as const
    const covers = suffixes.map((suffix) => ({ suffix, drawLettering }))
    const drawShareLettering = (size: Size) => drawTeamPoster(poster, size, { isShared: true })
    return [
      {
        drawing: {
          path: teamPath(slug),
          content: poster,
          parts: [
            ...(hasUpload ? [] : covers),
            ...listShareParts({ drawLettering: drawShareLettering }, hasUpload),
          ],
        },
        onDrawn(name) {
          if (!hasUpload) posters.set(id, getDrawnUrl(name))
          shared.set(getSharePicturesKey(id), getSharePictures(name, { hasUpload }))
        },
      },
    ]
  })
  return (await Promise.all(jobs)).flat()
}

/** Draws only a link preview for each artist. The URL of the picture for stories is stored, but not used. */
async function createArtistJobs(artists: Artist[], { shared }: BuildPictures): Promise<Job[]> {
  const jobs = artists.slice(0, MAX_DRAWN_ITEMS.artists).map(async (artist): Promise<Job[]> => {
    const { id, slug, name: artistName } = artist
    if (!(await canWrite(artistName))) return []
    const poster = { slug, name: artistName, country: "all", location: null } as const
    const drawLettering = (size: Size) => drawTeamPoster(poster, size, { isShared: true })
    return [
      {
        drawing: {
          path: artistPath(slug),
          isLate: true,
          content: poster,
          parts: [{ suffix: "-og.jpg", drawLettering }],
        },
        onDrawn: (name) =>
          shared.set(getSharePicturesKey(id), getSharePictures(name, { hasUpload: false })),
      },
    ]
  })
  return (await Promise.all(jobs)).flat()
}

/** Draws missing pictures and returns all URLs. The first pass leaves out late pictures (`isLate` in drawn.ts). */
export async function makePictures(
  content: {
    versions: NewsVersion[]
    teams: Team[]
    events: PublicEvent[]
    artists: Artist[]
  },
  isFirstPass: boolean,
): Promise<BuildPictures> {
  const covers = chooseArticleCovers(content.versions)
  const pictures: BuildPictures = {
    covers: new Map(Array.from(covers, ([id, picture]) => [id, picture.url])),
    posters: new Map(),
    shared: new Map(),
    files: [],
  }
  const jobs = [
    ...(await createTeamJobs(content.teams, pictures)),
    ...createAllEventJobs(content.events, pictures),
    ...createArticleJobs(content.versions, covers, pictures),
    ...(await createArtistJobs(content.artists, pictures)),
  ]
  const { names, files } = await drawAll(
    jobs.map(({ drawing }) => drawing),
    { isFirstPass },
  )
  for (const [i, { onDrawn }] of jobs.entries()) {
    const name = names[i]
    if (name) onDrawn(name)
  }
  return { ...pictures, files }
}
