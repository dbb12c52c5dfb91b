/** What an editor writes about a public event, checked alike by the form and by the function. */
import * as z from "zod/mini"
import { EVENT_LIMITS, eventTimes, inOrder } from "../events/schema.ts"
import {
  basedOn,
  country,
  optionalLine,
  optionalText,
  optionalUrl,
  requiredLine,
} from "../teams/schema.ts"

export const PRIZE_MAX = 200
/** More than any hall holds; the column is an integer. */
export const PARTICIPANTS_MAX = 1_000_000

/** What `POST /api/uploads/event-images` answers. */
const IMAGE_PATTERN = /^\/uploads\/event-images\/[\w-]+\.webp$/

const fields = {
  title: requiredLine(EVENT_LIMITS.title),
  description: optionalText(EVENT_LIMITS.description),
  ...eventTimes,
  location: optionalLine(EVENT_LIMITS.location),
  country,
  featured: z.boolean(),
  prize: optionalLine(PRIZE_MAX),
  max_participants: z.nullable(
    z.int("invalid").check(z.minimum(0, "invalid"), z.maximum(PARTICIPANTS_MAX, "invalid")),
  ),
  registration_url: optionalUrl(300),
  image_url: z.nullable(z.string().check(z.regex(IMAGE_PATTERN, "invalid"))),
  is_cancelled: z.optional(z.boolean()),
}

export const newAdminEvent = z.object(fields).check(inOrder)
export const changedAdminEvent = z.object({ ...fields, updated_at: basedOn }).check(inOrder)

export type NewAdminEvent = z.infer<typeof newAdminEvent>
