/** Loads the demo content into an empty database, as its owner, in one transaction. */
import { storingSnapshot } from "../../netlify/lib/catalogue/snapshot.ts"
import { hashPassword } from "../../netlify/lib/password.ts"
import { videoOf } from "../../src/features/teams/video.ts"
import { renderMarkdown } from "../../src/markdown/render.ts"
import { slugify } from "../../src/slug.ts"
import { connect, type Query, query } from "../client.ts"
import { DEMO_ACCOUNTS, DEMO_AUTHORS, DEMO_PASSWORD, demoMembers } from "./accounts.ts"
import {
  type DemoArticle,
  type DemoEvent,
  type DemoIdea,
  type DemoTeam,
  demoContent,
} from "./content.ts"
import { demoProfiles } from "./profiles.ts"

const TIME_ZONE = "Europe/Riga"

/** Whether nobody has an account and nothing is written: only such a database gets demo content unasked. */
export async function isEmpty(ownerUrl: string): Promise<boolean> {
  const row = await connect(ownerUrl).as(null).one<{ empty: boolean }>`
    select not exists (select from users) and not exists (select from news)
      and not exists (select from teams) and not exists (select from events) as empty`
  return row?.empty ?? false
}

const insertPerson = (
  person: { email: string; displayName: string },
  passwordHash: string | null,
): Query<unknown> => query`
  with person as (
    insert into users (email, password_hash, email_verified_at)
    values (${person.email}, ${passwordHash}, now())
    on conflict (email) do nothing
    returning id
  )
  insert into profiles (user_id, display_name) select id, ${person.displayName} from person`

const insertRole = (email: string, role: string): Query<unknown> => query`
  insert into user_roles (user_id, role) select id, ${role} from users where email = ${email}`

const insertArticle = (article: DemoArticle, index: number): Query<unknown> => query`
  insert into news (slug, title, excerpt, content, content_html, country, language, is_featured,
    is_published, published_at, created_at, updated_at, author_id)
  select ${article.slug}, ${article.title}, ${article.excerpt}, ${article.content},
    ${renderMarkdown(article.content)}, ${article.country}, 'en', ${article.featured}, true,
    age.moment, age.moment, age.moment, u.id
  from users u,
    (select date_trunc('milliseconds', now() - ${article.daysAgo}::float8 * interval '1 day') as moment) age
  where u.email = ${DEMO_AUTHORS[index % DEMO_AUTHORS.length]?.email}`

// Without the day in it, so that an address of the demo stays, whenever it was first started.
const insertEvent = (event: DemoEvent): Query<unknown> => query`
  insert into events (slug, title, description, start_date, end_date, time_zone, location, country, color,
    user_id, team_id, event_type, featured, prize, max_participants, registration_url, is_cancelled)
  select ${slugify(event.title)}, ${event.title}, ${event.description}, start.moment,
    start.moment + ${event.hours}::float8 * interval '1 hour', ${TIME_ZONE}, ${event.location},
    ${event.country}, ${event.color}, u.id, t.id, ${event.event_type ?? "public"}, ${event.featured},
    ${event.prize}, ${event.max_participants}, ${event.registration_url}, ${event.is_cancelled ?? false}
  from users u
    left join teams t on t.slug = ${event.team ?? null},
    (select ((now() at time zone ${TIME_ZONE})::date + ${event.days}::integer + ${event.time}::time)
      at time zone ${TIME_ZONE} as moment) start
  where u.email = 'super@daina.test'`

function insertTeam(team: DemoTeam, position: number): Query<unknown>[] {
  const members = demoMembers(position, team.members).map(({ email }) => email)
  // The first one owns the team; the demo's owner account has the first team.
  const emails = position === 0 ? ["owner@daina.test", ...members.slice(1)] : members
  return [
    query`
      insert into teams (name, slug, description, location, country, website_url, instagram_url,
        youtube_url, is_verified, created_at)
      values (${team.name}, ${team.slug}, ${team.description}, ${team.location}, ${team.country},
        ${team.website_url}, ${team.instagram_url}, ${team.youtube_url}, ${team.is_verified},
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
          video_type, is_published, created_at)
        select t.id, m.user_id, ${post.title}, ${post.content}, ${renderMarkdown(post.content)},
          ${post.video_url}, ${post.video_url && (videoOf(post.video_url)?.type ?? "other")}, true,
          date_trunc('milliseconds', now() - ${post.daysAgo}::float8 * interval '1 day')
        from teams t join team_members m on m.team_id = t.id and m.role = 'owner'
        where t.slug = ${team.slug}`,
    ),
  ]
}

/** A popular idea, and the votes of members who come in turn from all crews. */
const insertIdea = (idea: DemoIdea, index: number): Query<unknown> => query`
  with idea as (
    insert into ideas (title, description, category, status, reply, is_popular, created_at)
    values (${idea.title}, ${idea.description}, ${idea.category}, ${idea.status}, ${idea.reply}, true,
      date_trunc('milliseconds', now() - ${20 - index}::integer * interval '1 day'))
    returning id
  )
  insert into idea_votes (idea_id, user_id)
  select idea.id, voter.id from idea, (
    select id from users where email like 'crew-%'
    order by md5(email || ${idea.title}) limit ${idea.voters}
  ) voter`

/** Loads people, articles, events, teams, ideas and the music catalogue. Throws when a part of it is there already. */
export async function loadDemo(ownerUrl: string): Promise<void> {
  const { articles, events, teams, ideas } = await demoContent()
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const crews = teams.flatMap((team, position) => demoMembers(position, team.members))
  await connect(ownerUrl)
    .as(null)
    .batch([
      ...DEMO_ACCOUNTS.map((account) => insertPerson(account, passwordHash)),
      ...[...DEMO_AUTHORS, ...crews].map((person) => insertPerson(person, null)),
      ...DEMO_ACCOUNTS.flatMap(({ email, role }) => (role ? [insertRole(email, role)] : [])),
      ...articles.map(insertArticle),
      ...teams.flatMap(insertTeam),
      ...events.map(insertEvent),
      ...ideas.map(insertIdea),
      storingSnapshot(),
      ...demoProfiles(),
    ])
}
