import { computed } from "nanostores"
import * as z from "zod/mini"
import { createMemberQuery, createQuery } from "../../islands/query.ts"
import { ownProfile } from "../account/profile/schema.ts"
import { myEvents } from "../events/signups/my-events-schema.ts"
import { ownFollows } from "../follows/schema.ts"
import { liked } from "../music/schema.ts"
import { ownTeams } from "../teams/schema.ts"

/** The member's profile. Null if the member has never saved one. */
export const $profile = createMemberQuery("/api/profile", z.nullable(ownProfile))
export const $events = createMemberQuery("/api/my-events", myEvents)
export const $teams = createMemberQuery("/api/teams/mine", ownTeams)
export const $follows = createMemberQuery("/api/follows", ownFollows)

/** The member's public page, which contains the liked music. It is only loaded if the member has a profile. */
export const $ownPage = createQuery(
  [computed($profile, ({ data }) => (data ? `/api/profiles/${data.user_id}` : null))],
  z.object({ music_likes: z.nullable(z.array(liked)) }),
  { requiresLogin: true },
)
