/** The digest is the weekly email about content that a member follows. */
import { createMentionFinder } from "../../src/features/artists/mentions.ts"
import type { Artist } from "../../src/features/artists/schema.ts"
import type { Release } from "../../src/features/releases/schema.ts"
import type { Translated } from "../../src/i18n/translation.ts"
import { type Db, query } from "../client.ts"
import { RELEASE_TABLES } from "./releases.ts"

const MAX_ROWS_PER_SECTION = 5
const MAX_SONGS = 10
/** The newest articles of the week, which are searched for names of followed artists. */
const MAX_ARTICLES = 100

export interface DigestPost {
  id: string
  title: string
  team_name: string
  team_slug: string
}

export interface DigestEvent extends Translated<{ title: string }> {
  id: string
  title: string
  /** Null for a team-only event, which has no page. */
  slug: string | null
  start_date: string
  time_zone: string
  is_all_day: boolean
  location: string | null
  team_name: string | null
}

export interface DigestArticle {
  slug: string
  title: string
  artists: string[]
}

export interface DigestRelease extends Pick<Release, "title" | "release_date" | "date_precision"> {
  artist_name: string
  artist_slug: string
}

export interface DigestSong {
  rank: number
  name: string
  artists: string[]
}

export interface Digest {
  /** Posts of own and followed teams from the last seven days. */
  posts: DigestPost[]
  /** Events of own teams in the next two weeks. */
  practices: DigestEvent[]
  /** Events of followed teams and countries that were added in the last seven days. */
  events: DigestEvent[]
  /** Articles from the last seven days that name followed artists. */
  news: DigestArticle[]
  /** Releases of followed artists, from the last seven days to the next fourteen. */
  releases: DigestRelease[]
  /** Unanswered events in the member's country in the next two weeks, except full events. */
  nearby: DigestEvent[]
  top: DigestSong[]
}

const OWN_TEAM_IDS_QUERY = query`select m.team_id from team_members m where m.user_id = (select current_viewer())`
const FOLLOWS_QUERY = query`select f.team_id, f.country::text from follows f where f.user_id = (select current_viewer())`

const DIGEST_EVENT_COLUMNS = query`e.id, e.title, e.language, e.translations, e.start_date, e.time_zone, e.is_all_day, e.location,
  e.team_name,
  case when e.event_type = 'public' then e.slug end as slug`

/** Selects upcoming events `e`, one per series. Leaves out events about which the viewer got an email within a week. */
const eventsQuery = (condition: ReturnType<typeof query>) => query<DigestEvent>`
  select ${DIGEST_EVENT_COLUMNS} from (
    select distinct on (coalesce(e.series ->> 'id', e.id::text)) e.* from list_visible_events() e
    where e.start_date > now() and not e.is_cancelled and ${condition}
      and e.id not in (select list_own_emailed_events())
    order by coalesce(e.series ->> 'id', e.id::text), e.start_date
  ) e
  order by e.start_date, e.id
  limit ${MAX_ROWS_PER_SECTION}`

const IS_UNANSWERED_CONDITION = query`not exists (
  select from event_signups s where s.event_id = e.id and s.user_id = (select current_viewer())
)`

const STARTS_SOON_CONDITION = query`e.start_date < now() + interval '14 days'`

/**
 * Selects the articles of the last seven days, each in the viewer's language or else in its original language. Selects
 * none if the viewer follows no artist.
 */
const ARTICLES_QUERY = query<Pick<DigestArticle, "slug" | "title"> & { excerpt: string | null }>`
  select n.slug, n.title, n.excerpt
  from news o join users u on u.id = (select current_viewer())
  join list_visible_news() n on n.id = coalesce(
    (select t.id from news t where t.original_id = o.id and t.language = u.language and t.is_published), o.id
  )
  where o.original_id is null and o.is_published
    and coalesce(o.published_at, o.created_at) between now() - interval '7 days' and now()
    and exists (select from follows f where f.user_id = u.id and f.artist_id is not null)
  order by coalesce(o.published_at, o.created_at) desc, o.id desc
  limit ${MAX_ARTICLES}`

type FollowedArtist = Pick<Artist, "name" | "hangul" | "aliases">

function findNewsOfArtists(
  articles: { slug: string; title: string; excerpt: string | null }[],
  artists: FollowedArtist[],
): DigestArticle[] {
  const finders = artists.map((artist) => ({
    name: artist.name,
    isMentioned: createMentionFinder(artist),
  }))
  return articles
    .map(({ slug, title, excerpt }) => ({
      slug,
      title,
      artists: finders
        .filter(({ isMentioned }) => isMentioned(`${title}\n${excerpt ?? ""}`))
        .map(({ name }) => name),
    }))
    .filter((article) => article.artists.length > 0)
    .slice(0, MAX_ROWS_PER_SECTION)
}

/** Returns null if only the chart has content, or if the viewer turned the digest off after it was queued. */
export async function getDigestOfViewer(db: Db): Promise<Digest | null> {
  const [
    [preference],
    posts,
    practices,
    followedEvents,
    articles,
    artists,
    releases,
    nearEvents,
    top,
  ] = await db.batch([
    query<{ is_wanted: boolean }>`
      select wants_topic(current_viewer(), 'weekly_digest', 'email') as is_wanted`,
    query<DigestPost>`
      select id, title, team_name, team_slug from list_visible_team_posts()
      where is_published and created_at > now() - interval '7 days'
        and user_id is distinct from (select current_viewer())
        and (team_id in (${OWN_TEAM_IDS_QUERY})
          or (is_listed and team_id in (select team_id from (${FOLLOWS_QUERY}) f where team_id is not null)))
      order by created_at desc, id desc
      limit ${MAX_ROWS_PER_SECTION}`,
    eventsQuery(query`${STARTS_SOON_CONDITION} and e.team_id in (${OWN_TEAM_IDS_QUERY})`),
    eventsQuery(query`e.is_listed and e.created_at > now() - interval '7 days'
      and exists (select from (${FOLLOWS_QUERY}) f where f.team_id = e.team_id or f.country = e.country)
      and ${IS_UNANSWERED_CONDITION}`),
    ARTICLES_QUERY,
    query<FollowedArtist>`
      select a.name, a.hangul, a.aliases from follows f join artists a on a.id = f.artist_id
      where f.user_id = (select current_viewer())
      order by a.name, a.id`,
    query<DigestRelease>`
      select r.title, r.release_date, r.date_precision, artist.name as artist_name, artist.slug as artist_slug
      from follows f join ${RELEASE_TABLES} on r.artist_id = f.artist_id
      where f.user_id = (select current_viewer()) and r.last_day > get_baltic_day() - 7
        and r.release_date < get_baltic_day() + 14
      order by r.release_date, r.id
      limit ${MAX_ROWS_PER_SECTION}`,
    eventsQuery(query`${STARTS_SOON_CONDITION} and e.is_listed and ${IS_UNANSWERED_CONDITION}
      and e.country = (select country from users where id = (select current_viewer()))
      and (not (e.signups ->> 'takes_signups')::boolean or e.max_participants is null
        or (e.signups ->> 'going')::integer + (e.signups ->> 'offered')::integer < e.max_participants)`),
    query<DigestSong>`
      select top.rank, s.name, s.artists
      from list_baltic_top(${MAX_SONGS}) top join catalogue_items s on s.item_type = 'song' and s.item_id = top.item_id
      order by top.rank`,
  ])
  const includedIds = new Set(practices.map(({ id }) => id))
  // An event that belongs in several sections appears only in the first of them.
  const takeNewEvents = (rows: DigestEvent[]) => {
    const newEvents = rows.filter(({ id }) => !includedIds.has(id))
    for (const { id } of newEvents) includedIds.add(id)
    return newEvents
  }
  const digest = {
    posts,
    practices,
    events: takeNewEvents(followedEvents),
    news: findNewsOfArtists(articles, artists),
    releases,
    nearby: takeNewEvents(nearEvents),
    top,
  }
  const { top: _, ...personalSections } = digest
  const hasContent = Object.values(personalSections).some((rows) => rows.length > 0)
  return preference?.is_wanted && hasContent ? digest : null
}

export const queueWeeklyDigests = async (db: Db): Promise<number> =>
  (await db.value<number>`select queue_weekly_digests()`) ?? 0

export const deleteEmptyDigest = (db: Db, mail: string) =>
  db.one`select delete_empty_digest(${mail})`
