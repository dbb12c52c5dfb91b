/** The blogs of teams. */
import type { Db } from "../client.ts"
import type { CountryCode } from "./codes.ts"

export interface TeamPostCard {
  id: string
  title: string
  video_url: string | null
  video_type: "youtube" | "vimeo" | "other" | null
  created_at: string
  team_id: string
  team_name: string
  team_slug: string
  team_location: string | null
  team_country: CountryCode | null
  team_member_count: number
}

/** The newest published posts of all teams. */
export const latestTeamPosts = (db: Db, limit: number) => db.many<TeamPostCard>`
  select id, title, video_url, video_type, created_at, team_id, team_name, team_slug,
    team_location, team_country, team_member_count(team_id) as team_member_count
  from get_safe_team_posts()
  where is_published
  order by created_at desc, id desc
  limit ${limit}`
