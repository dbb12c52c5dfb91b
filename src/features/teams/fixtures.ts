import { vi } from "vitest"
import type { TeamPage } from "./page/schema.ts"
import type { TeamPost } from "./schema.ts"

const TIME = "2026-05-01T10:00:00.000Z"

export const makeTeam = (slug: string, changes: Partial<TeamPage> = {}): TeamPage => ({
  id: slug,
  name: slug,
  slug,
  description: null,
  language: "en",
  translations: {},
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
  is_recruiting: false,
  is_listed: true,
  role: null,
  is_following: false,
  follower_count: 1,
  request: null,
  pending_requests: 0,
  has_profile: true,
  next_events: [],
  own_events: [],
  newest_posts: [],
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
  language: "en",
  is_language_guessed: true,
  video_url: null,
  video_type: null,
  video_thumb_url: null,
  is_published: true,
  is_hidden: false,
  is_listed: true,
  cheer_count: 0,
  is_cheered: false,
  created_at: TIME,
  updated_at: TIME,
  ...changes,
})

/** Mocks `fetch`: each call gets the next response, or status 500 if none is left. Returns the list of all calls. */
export function mockCalls(...responses: { status: number; body: object }[]) {
  const calls: { path: string; body: unknown }[] = []
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    calls.push({
      path: String(input),
      body: init?.body ? JSON.parse(String(init.body)) : undefined,
    })
    const { status, body } = responses.shift() ?? { status: 500, body: {} }
    return Response.json(body, { status })
  })
  return calls
}

export const makeProblem = (status: number, code: string, details: object = {}) => ({
  status,
  body: { type: "about:blank", title: code, status, code, ...details },
})
