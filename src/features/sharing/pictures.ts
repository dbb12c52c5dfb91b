/** The pictures of a build's articles, events and teams: which cover each has, and what it is shared with. */
import {
  addressOf,
  assignPictures,
  type Chosen,
  pictureFor,
  type Subject,
} from "../../art/assign.ts"
import {
  articleLettering,
  canWrite,
  eventLettering,
  teamPoster,
} from "../../art/posters/posters.ts"
import type { Locale } from "../../i18n/locales.ts"
import { reportLeftOut } from "../../shared/dependency-tracking.ts"
import {
  CLOCK,
  eventIn,
  eventPath,
  formatOf,
  isOfOneDay,
  type PublicEvent,
  placeOf,
} from "../events/event.ts"
import { articlePath } from "../news/article.ts"
import type { NewsVersion } from "../news/schema.ts"
import type { Team } from "../teams/schema.ts"
import { teamPath } from "../teams/team.ts"
import {
  coverParts,
  type Drawing,
  drawAll,
  drawnAddress,
  shareAddress,
  sharePart,
  squarePart,
  storyAddress,
  storyPart,
  widePart,
} from "./drawn.ts"

/** Those that have pictures of their own lettering: the newest, which are what people share. */
const LETTERED = { articles: 1000, events: 300, teams: 500 }

interface Shared {
  /** 1200 × 630, for previews of links; null where it has a picture of its own. */
  share: string | null
  /** 1080 × 1920. */
  story: string
}

export interface BuildPictures {
  /** The cover that an article has if none of its own, by the original's id. */
  covers: Map<string, string>
  /** The same for teams and events. */
  posters: Map<string, string>
  /** By `sharedKey`. */
  shared: Map<string, Shared>
  /** All drawn files that the pages name. */
  files: string[]
}

/** Of an event in a language; an article has an id for each, and a team's name is the same in all. */
export const sharedKey = (id: string, language?: Locale) => (language ? `${id} ${language}` : id)

interface Job {
  drawing: Drawing
  /** Takes the name of what was drawn. */
  use(name: string): void
}

/** What is known of it stays with a subject: ten thousand titles are not looked through at each build. */
const subjects = new WeakMap<NewsVersion, Subject>()

function subjectOf(original: NewsVersion): Subject {
  const { slug, title, country } = original
  const subject = subjects.get(original) ?? {
    seed: slug,
    place: country ?? "all",
    about: `${slug} ${title}`,
  }
  subjects.set(original, subject)
  return subject
}

/** By the original's id, and by what that is about: all of its translations have one cover. */
function articleCovers(versions: NewsVersion[]): Map<string, Chosen> {
  // The oldest first, so that a new article changes nobody else's.
  const originals = versions.filter(({ original_id }) => original_id === null).toReversed()
  const chosen = assignPictures(originals.map(subjectOf))
  return new Map(
    originals.flatMap(({ id }, i) => {
      const picture = chosen[i]
      return picture ? [[id, picture] as const] : []
    }),
  )
}

function articleJobs(
  versions: NewsVersion[],
  covers: Map<string, Chosen>,
  { shared }: BuildPictures,
): Job[] {
  return versions.slice(0, LETTERED.articles).flatMap((article): Job[] => {
    const { id, slug, original_id, title, cover_image_url } = article
    const behind = covers.get(original_id ?? id)
    if (!behind) return []
    const letters = (size: Parameters<typeof articleLettering>[1]) =>
      articleLettering({ title }, size)
    const isPlain = cover_image_url === null
    return [
      {
        drawing: {
          path: articlePath(slug),
          isLate: true,
          content: [title, behind],
          parts: [...(isPlain ? [sharePart(letters, behind)] : []), storyPart(letters, behind)],
        },
        use: (name) =>
          shared.set(sharedKey(id), {
            share: isPlain ? shareAddress(name) : null,
            story: storyAddress(name),
          }),
      },
    ]
  })
}

/** "14.12.", as posters have it in every one of the five languages. */
function posterDay(event: PublicEvent): string {
  const { start_date, end_date, time_zone } = event
  const format = formatOf("lt", time_zone, { month: "2-digit", day: "2-digit" })
  const day = (date: string) =>
    format
      .formatToParts(new Date(date))
      .filter(({ type }) => type === "day" || type === "month")
      .map(({ value }) => value)
      .toReversed()
      .join(".")
  return isOfOneDay(event) ? `${day(start_date)}.` : `${day(start_date)}.–${day(end_date)}.`
}

function eventTexts(event: PublicEvent, locale: Locale) {
  const { title, language } = eventIn(event, locale)
  const { time_zone, location } = event
  const [start, end] = [new Date(event.start_date), new Date(event.end_date)]
  const format = (options: Intl.DateTimeFormatOptions) => formatOf(language, time_zone, options)
  const day = { month: "short", day: "numeric" } as const
  return {
    title,
    day: isOfOneDay(event) ? format(day).format(start) : format(day).formatRange(start, end),
    time: isOfOneDay(event)
      ? `${format({ weekday: "long" }).format(start)}, ${format(CLOCK).formatRange(start, end)}`
      : format(CLOCK).format(start),
    where: location,
    place: placeOf(event),
  }
}

function jobsOfEvent(event: PublicEvent, { posters, shared }: BuildPictures): Job[] {
  // The days on them tell events apart, so each can have the motif that fits best.
  const behind = pictureFor({ seed: event.slug, place: placeOf(event), about: event.title })
  const isPlain = event.image_url === null
  const cover = {
    ...eventTexts(event, event.language),
    day: posterDay(event),
    title: null,
    time: null,
  }
  return eventIn(event, event.language).languages.map((language): Job => {
    const texts = eventTexts(event, language)
    const letters = (size: Parameters<typeof eventLettering>[1]) => eventLettering(texts, size)
    const isOwn = isPlain && language === event.language
    return {
      drawing: {
        path: eventPath(event.slug),
        content: [texts, behind, isOwn && cover],
        parts: [
          ...(isOwn ? coverParts((size) => eventLettering(cover, size), behind) : []),
          ...(isPlain ? [sharePart(letters, behind)] : []),
          storyPart(letters, behind),
        ],
      },
      use(name) {
        if (isOwn) posters.set(event.id, drawnAddress(name))
        shared.set(sharedKey(event.id, language), {
          share: isPlain ? shareAddress(name) : null,
          story: storyAddress(name),
        })
      },
    }
  })
}

const eventJobs = (events: PublicEvent[], made: BuildPictures): Job[] =>
  events
    .slice(-LETTERED.events)
    .toReversed()
    .flatMap((event) => {
      try {
        return jobsOfEvent(event, made)
      } catch (error) {
        reportLeftOut(eventPath(event.slug), error)
        return []
      }
    })

async function teamJobs(teams: Team[], { posters, shared }: BuildPictures): Promise<Job[]> {
  const jobs = teams.slice(0, LETTERED.teams).map(async (team): Promise<Job[]> => {
    const { id, slug, name: written, country, location, cover_image_url } = team
    // In letters that we have none of, a poster would be empty.
    if (!(await canWrite(written))) return []
    const poster = { slug, name: written, place: country ?? "all", location } as const
    const isPlain = cover_image_url === null
    const letters = (isShared: boolean) => (size: Parameters<typeof teamPoster>[1]) =>
      teamPoster(poster, size, isShared)
    return [
      {
        drawing: {
          path: teamPath(slug),
          content: poster,
          parts: [
            ...(isPlain
              ? [
                  ...coverParts(letters(false)),
                  squarePart(letters(false)),
                  widePart(letters(false)),
                  sharePart(letters(true)),
                ]
              : []),
            storyPart(letters(true)),
          ],
        },
        use(name) {
          if (isPlain) posters.set(id, drawnAddress(name))
          shared.set(sharedKey(id), {
            share: isPlain ? shareAddress(name) : null,
            story: storyAddress(name),
          })
        },
      },
    ]
  })
  return (await Promise.all(jobs)).flat()
}

/** Chooses and draws, at a first look not what can wait; what is already drawn is only looked for. */
export async function makePictures(
  content: {
    /** Newest first, as all lists are. */
    versions: NewsVersion[]
    teams: Team[]
    /** In order of time. */
    events: PublicEvent[]
  },
  isFirstPass: boolean,
): Promise<BuildPictures> {
  const covers = articleCovers(content.versions)
  const made: BuildPictures = {
    covers: new Map(Array.from(covers, ([id, chosen]) => [id, addressOf(chosen)])),
    posters: new Map(),
    shared: new Map(),
    files: [],
  }
  const jobs = [
    ...(await teamJobs(content.teams, made)),
    ...eventJobs(content.events, made),
    ...articleJobs(content.versions, covers, made),
  ]
  const { names, files } = await drawAll(
    jobs.map(({ drawing }) => drawing),
    { isFirstPass },
  )
  for (const [i, { use }] of jobs.entries()) {
    const name = names[i]
    if (name) use(name)
  }
  return { ...made, files }
}
