/** Teams and the like for tests. */
import type { TeamPost } from "./post.ts"
import type { SeenTeam } from "./team.ts"

const TIME = "2026-05-01T10:00:00.000Z"

export const makeTeam = (slug: string, changes: Partial<SeenTeam> = {}): SeenTeam => ({
  id: slug,
  name: slug,
  slug,
  description: null,
  location: null,
  country: null,
  cover_image_url: null,
  is_verified: false,
  is_hidden: false,
  created_at: TIME,
  updated_at: TIME,
  member_count: 1,
  website_url: null,
  instagram_url: null,
  youtube_url: null,
  members_may_post_events: true,
  role: null,
  request: null,
  ...changes,
})

export const makePost = (id: string, changes: Partial<TeamPost> = {}): TeamPost => ({
  id,
  team_id: "team",
  user_id: "author",
  author_name: "Līga",
  title: id,
  content: "",
  content_html: "",
  video_url: null,
  video_type: null,
  is_published: true,
  is_hidden: false,
  created_at: TIME,
  updated_at: TIME,
  ...changes,
})
