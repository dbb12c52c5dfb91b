/** Loads the demo content as the database owner, in one transaction. */
import { storeSnapshotQueries } from "../../netlify/lib/catalogue/snapshot.ts"
import { hashPassword } from "../../netlify/lib/sign-in/password.ts"
import { renderMarkdown } from "../../src/markdown/render.ts"
import { slugify } from "../../src/shared/slug.ts"
import { parseVideo } from "../../src/shared/video.ts"
import { connect, type Query, query } from "../client.ts"
import { DEMO_ACCOUNTS, DEMO_AUTHORS, DEMO_PASSWORD, listDemoMembers } from "./accounts.ts"
import { insertArticleQueries, readDemoArticles } from "./articles.ts"
import events from "./events.json" with { type: "json" }
import ideaList from "./ideas.json" with { type: "json" }
import releaseList from "./releases.json" with { type: "json" }
import teamList from "./teams.json" with { type: "json" }
import { getTranslations } from "./translations.ts"

interface OptionalLanguage {
  /** Undefined if the text is in English. */
  language?: string
}

type DemoTeam = (typeof teamList)[number]
type DemoPost = DemoTeam["posts"][number] & OptionalLanguage

const ideas: ((typeof ideaList)[number] & OptionalLanguage)[] = ideaList
const releases: {
  artist: string
  title: string
  type: string
  /** Days until the release, counted from the first start. If only the month is known, `months` replaces `days`. */
  days?: number
  months?: number
  note?: string
}[] = releaseList
const teams: (Omit<DemoTeam, "posts"> & { posts: DemoPost[] })[] = teamList

const TIME_ZONE = "Europe/Riga"

/** Returns true if the site has no members, articles, teams or events. Only then, the host loads the demo content. */
export async function isDatabaseEmpty(ownerUrl: string): Promise<boolean> {
  const row = await connect(ownerUrl).as(null).one<{ empty: boolean }>`
    select not exists (select from users) and not exists (select from news)
      and not exists (select from teams) and not exists (select from events) as empty`
  return row?.empty ?? false
}

const insertAccountQuery = (
  person: { email: string; displayName: string },
  passwordHash: string | null,
): Query<unknown> => query`
  with person as (
    insert into users (email, password_hash, email_verified_at, demo_password)
    values (${person.email}, ${passwordHash}, now(), 'published')
    on conflict (email) do nothing
    returning id
  )
  insert into profiles (user_id, display_name) select id, ${person.displayName} from person`

const insertRoleQuery = (email: string, role: string): Query<unknown> => query`
  insert into user_roles (user_id, role) select id, ${role} from users where email = ${email}`

// The slugs of other events contain the date. Slugs of demo events do not, so that articles can link to them.
const insertEventQuery = (event: (typeof events)[number]): Query<unknown> => query`
  insert into events (slug, title, description, start_date, end_date, time_zone, location, country, color,
    user_id, team_id, event_type, featured, prize, max_participants, registration_url, is_cancelled,
    translations)
  select ${slugify(event.title)}, ${event.title}, ${event.description}, start.starts_at,
    start.starts_at + ${event.hours}::float8 * interval '1 hour', ${TIME_ZONE}, ${event.location},
    ${event.country}, ${event.color}, u.id, t.id, ${event.event_type ?? "public"}, ${event.featured},
    ${event.prize}, ${event.max_participants}, ${event.registration_url}, ${event.is_cancelled ?? false},
    ${JSON.stringify(getTranslations("events", slugify(event.title)))}::jsonb
  from users u
    left join teams t on t.slug = ${event.team ?? null}
    cross join lateral (select (now() at time zone ${TIME_ZONE})::date + ${event.days}::integer as day) base
    cross join lateral (select extract(isodow from base.day)::integer as number) weekday
    cross join lateral (select (
        -- Past events move back to the weekday, and upcoming events forward, so that neither crosses today.
        case when ${event.days}::integer < 0
          then base.day - (weekday.number - ${event.weekday}::integer + 7) % 7
          else base.day + (${event.weekday}::integer - weekday.number + 7) % 7
        end + ${event.time}::time
      ) at time zone ${TIME_ZONE} as starts_at) start
  where u.email = 'super@daina.test'`

/** Must run before the inserts of releases, which notify the followers of their artists. */
const INSERT_ARTIST_FOLLOWS_QUERY = query`
  insert into follows (user_id, artist_id)
  select u.id, a.id from users u, artists a
  where u.email in ('member@daina.test', 'owner@daina.test') and a.name in ('Stray Kids', 'aespa', 'IVE')`

const insertReleaseQuery = ({
  artist,
  title,
  type,
  days,
  months,
  note,
}: (typeof releases)[number]) => query`
  insert into releases (artist_id, title, release_type, release_date, date_precision, note)
  select id, ${title}, ${type},
    case when ${days ?? null}::integer is null
      then date_trunc('month', get_baltic_day() + ${months ?? 0}::integer * interval '1 month')::date
      else get_baltic_day() + ${days ?? 0}::integer end,
    ${days === undefined ? "month" : "day"}, ${note ?? null}
  from artists where name = ${artist}`

/**
 * Signs up members of the demo teams (crews) for an event. The order by a hash of member and title chooses different
 * members for each event. A hash of the email address decides the number of guests and the reply to the question.
 */
const insertSignupQueries = (event: (typeof events)[number]): Query<unknown>[] => {
  if (!event.signups) return []
  const { going, interested, guests, question } = event.signups
  return [
    query`
      update events set takes_signups = true, guests_max = ${guests},
        signup_questions = ${JSON.stringify(question ? [question] : [])}::jsonb
      where slug = ${slugify(event.title)}`,
    query`
      insert into event_signups (event_id, user_id, status, guests, answers, checked_in_at, created_at)
      select e.id, crew_member.id, case when crew_member.list_position <= ${going} then 'going' else 'interested' end,
        crew_member.hash_number % (e.guests_max + 1) * (crew_member.list_position <= ${going})::integer,
        case when ${question?.id ?? null}::text is null then '{}'
          else jsonb_build_object(${question?.id ?? null}::text,
            (${question?.choices ?? []}::text[])[crew_member.hash_number % ${question?.choices.length ?? 1} + 1]) end,
        case when e.end_date < now() then e.start_date end,
        date_trunc('milliseconds', least(now(), e.start_date) - crew_member.list_position * interval '3 hours')
      from events e, (
        select id, abs(hashtext(email::text)) % 97 as hash_number,
          row_number() over (order by md5(email || ${event.title})) as list_position
        from users where email like 'crew-%'
      ) crew_member
      where e.slug = ${slugify(event.title)} and crew_member.list_position <= ${going + interested}`,
  ]
}

function insertTeamQueries(team: (typeof teams)[number], position: number): Query<unknown>[] {
  const members = listDemoMembers(position, team.members).map(({ email }) => email)
  // The first team belongs to the demo account owner@daina.test.
  const emails = position === 0 ? ["owner@daina.test", ...members.slice(1)] : members
  return [
    query`
      insert into teams (name, slug, description, location, country, website_url, instagram_url,
        youtube_url, is_verified, is_recruiting, translations, created_at)
      values (${team.name}, ${team.slug}, ${team.description}, ${team.location}, ${team.country},
        ${team.website_url}, ${team.instagram_url}, ${team.youtube_url}, ${team.is_verified},
        ${team.is_recruiting},
        ${JSON.stringify(getTranslations("teams", team.slug))}::jsonb,
        date_trunc('milliseconds', now() - ${team.daysAgo}::float8 * interval '1 day'))`,
    query`
      insert into team_members (team_id, user_id, role)
      select t.id, u.id, case when e.position = 1 then 'owner' else 'member' end
      from unnest(${emails}::citext[]) with ordinality as e (email, position)
      join users u on u.email = e.email
      join teams t on t.slug = ${team.slug}`,
    ...team.posts.map(
      (post): Query<unknown> => query`
        insert into team_posts (team_id, user_id, title, content, content_html, video_url,
          video_type, is_published, language, is_language_guessed, created_at)
        select t.id, m.user_id, ${post.title}, ${post.content}, ${renderMarkdown(post.content)},
          ${post.video_url}, ${post.video_url && (parseVideo(post.video_url)?.type ?? "other")}, true,
          ${post.language ?? "en"}, false,
          date_trunc('milliseconds', now() - ${post.daysAgo}::float8 * interval '1 day')
        from teams t join team_members m on m.team_id = t.id and m.role = 'owner'
        where t.slug = ${team.slug}`,
    ),
  ]
}

const insertIdeaQuery = (idea: (typeof ideas)[number], index: number): Query<unknown> => query`
  with idea as (
    insert into ideas (title, description, category, status, reply, is_popular, language,
      is_language_guessed, created_at)
    values (${idea.title}, ${idea.description}, ${idea.category}, ${idea.status}, ${idea.reply}, true,
      ${idea.language ?? "en"}, false,
      date_trunc('milliseconds', now() - ${20 - index}::integer * interval '1 day'))
    returning id
  )
  insert into idea_votes (idea_id, user_id)
  select idea.id, voter.id from idea, (
    select id from users where email like 'crew-%'
    order by md5(email || ${idea.title}) limit ${idea.voters}
  ) voter`

const FAVORITE_SONG = "Supernova"
/** The account owner@daina.test likes the songs and albums of the charts from rank 1 to these ranks. */
const LAST_LIKED_SONG_RANK = 9
const LAST_LIKED_ALBUM_RANK = 4

/** Fills profiles and likes. Must run after the inserts of accounts and of the music catalogue. */
const insertProfileDetailQueries = (): Query<unknown>[] => [
  query`
    update profiles p
    set bio = 'I started a dance cover crew in Rīga. We practice twice a week. Left-handed, and a big fan of girl groups.',
      gender = 'male', date_of_birth = '1998-04-17', music_likes_public = true,
      privacy_settings = p.privacy_settings || '{"show_bio": true, "show_gender": true, "show_events": true}',
      favorite_song_id = s.item_id, favorite_song_name = s.name,
      favorite_song_artist = array_to_string(s.artists, ', '), favorite_song_image = s.image_url
    from users u, catalogue_items s
    where s.item_type = 'song' and u.id = p.user_id and u.email = 'owner@daina.test' and s.name = ${FAVORITE_SONG}`,
  query`
    insert into event_signups (event_id, user_id, status)
    select e.id, u.id, 'going' from events e, users u
    where e.slug = 'telliskivi-chorus-run' and u.email = 'owner@daina.test'`,
  query`
    insert into music_likes (user_id, item_type, item_id, item_name, item_artist, created_at)
    select u.id, i.item_type, i.item_id, i.name, array_to_string(i.artists, ', '),
      date_trunc('milliseconds', now() - i.rank * interval '1 day')
    from users u, catalogue_items i
    where u.email = 'owner@daina.test'
      and i.rank <= case i.item_type when 'song' then ${LAST_LIKED_SONG_RANK} else ${LAST_LIKED_ALBUM_RANK} end::integer`,
  // The chance of a like falls from 46 % for the first song of the chart to 0 for the 24th.
  query`
    insert into music_likes (user_id, item_type, item_id, item_name, item_artist, created_at)
    select u.id, 'song', s.item_id, s.name, array_to_string(s.artists, ', '),
      date_trunc('milliseconds', now() - chance.number % 36 * interval '1 day' - interval '1 hour')
    from users u cross join catalogue_items s
      cross join lateral (select abs(hashtext(u.email::text || s.name)) as number) chance
    where u.email like 'crew-%' and s.item_type = 'song' and s.rank <= 24 and chance.number % 100 < 48 - 2 * s.rank`,
  // Makes some crew members adults who show members which events they attend. Crew 4 (Kell Kolm) is a school team, so
  // none of its members are changed.
  query`
    update profiles p
    set date_of_birth = '2002-03-08', privacy_settings = p.privacy_settings || '{"show_events": true}'
    from users u where u.id = p.user_id and u.email ~ '^crew-[12356]-[2-4]@'`,
  query`
    update profiles p
    set bio = 'I go to every random play dance in Rīga. Say hi if you see me!', date_of_birth = '2009-09-30'
    from users u where u.id = p.user_id and u.email = 'member@daina.test'`,
]

/** Loads the demo content into an empty site. Throws if the site has content with the same slugs. */
export async function loadDemo(ownerUrl: string): Promise<void> {
  const articles = await readDemoArticles()
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const crewMembers = teams.flatMap((team, position) => listDemoMembers(position, team.members))
  await connect(ownerUrl)
    .as(null)
    .batch([
      ...DEMO_ACCOUNTS.map((account) => insertAccountQuery(account, passwordHash)),
      ...[...DEMO_AUTHORS, ...crewMembers].map((person) => insertAccountQuery(person, null)),
      ...DEMO_ACCOUNTS.flatMap(({ email, role }) => (role ? [insertRoleQuery(email, role)] : [])),
      ...articles.flatMap(insertArticleQueries),
      ...teams.flatMap(insertTeamQueries),
      ...events.flatMap((event) => [insertEventQuery(event), ...insertSignupQueries(event)]),
      ...ideas.map(insertIdeaQuery),
      // Marks the owners of teams as approved authors, because content that the database owner inserts counts as
      // reviewed.
      query`
        update users u set vetted_at = now()
        where exists (select from team_members m where m.user_id = u.id and m.role = 'owner')`,
      ...storeSnapshotQueries(),
      INSERT_ARTIST_FOLLOWS_QUERY,
      ...releases.map(insertReleaseQuery),
      ...insertProfileDetailQueries(),
    ])
}
