/** The member's home page. */
import { COUNTRIES } from "../../src/countries.ts"
import type { MemberHome } from "../../src/features/home/schema.ts"
import { type Db, query } from "../client.ts"

const EVENTS = 4
const POSTS = 3
/** Far more events than one person answers. */
const ANSWERS_MAX = 200

const OWN_TEAMS = query`select m.team_id from team_members m where m.user_id = (select current_viewer())`

/**
 * Returns what needs the viewer's attention: join requests, coming events of their own and their teams, and their
 * teams' newest posts.
 */
export async function homeOfViewer(db: Db): Promise<MemberHome> {
  const [requests, events, posts, answers, accounts] = await db.batch([
    query<MemberHome["requests"][number]>`
      select t.name, t.slug, count(*)::integer as count
      from team_members m
      join teams t on t.id = m.team_id
      join team_join_requests r on r.team_id = t.id and r.status = 'pending'
      where m.user_id = (select current_viewer()) and m.role = 'owner'
      group by t.id
      order by t.name, t.id`,
    query<MemberHome["events"][number]>`
      select e.id, title, language, translations, start_date, time_zone, is_all_day, location, team_name,
        case when event_type = 'public' then slug end as slug,
        case when answer.status in ('going', 'waiting', 'offered') then answer.status end as answer
      from get_safe_events() e
      left join event_signups answer on answer.event_id = e.id and answer.user_id = (select current_viewer())
      where (team_id in (${OWN_TEAMS}) or answer.status in ('going', 'waiting', 'offered'))
        and end_date >= now() and not is_cancelled
      order by start_date, e.id
      limit ${EVENTS}`,
    query<MemberHome["posts"][number]>`
      select id, title, language, created_at, team_name, team_slug
      from get_safe_team_posts()
      where team_id in (${OWN_TEAMS}) and is_published and user_id is distinct from (select current_viewer())
      order by created_at desc, id desc
      limit ${POSTS}`,
    query<MemberHome["answers"][number]>`
      select s.event_id, s.status
      from event_signups s join events e on e.id = s.event_id
      where s.user_id = (select current_viewer()) and e.end_date >= now()
      order by e.start_date
      limit ${ANSWERS_MAX}`,
    query<Pick<MemberHome, "country" | "is_new">>`
      select case when country = any(${[...COUNTRIES]}) then country end as country,
        not exists (select from profiles where user_id = id) as is_new
      from users
      where id = (select current_viewer())`,
  ])
  return { requests, events, posts, answers, country: null, is_new: true, ...accounts[0] }
}
