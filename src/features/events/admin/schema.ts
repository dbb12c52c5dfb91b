import * as z from "zod/mini"
import { country, expectedUpdatedAt, optionalLine } from "../../../schema/fields.ts"
import {
  EVENT_PICTURE_URL,
  eventParticipation,
  eventTexts,
  eventTimes,
  eventVisitorInfo,
  sharedValues,
  timeChecks,
} from "../form.ts"
import { EVENT_LIMITS, publicEvent } from "../schema.ts"
import { repeat, scope } from "../series/schema.ts"

const fields = {
  ...eventTexts,
  ...eventTimes,
  ...eventParticipation,
  ...eventVisitorInfo,
  location: optionalLine(EVENT_LIMITS.location),
  country,
  featured: z.boolean(),
  image_url: z.nullable(z.string().check(z.regex(EVENT_PICTURE_URL, "invalid"))),
  is_cancelled: z.optional(z.boolean()),
}

/** `with_edited`: whether the change also affects dates that were edited individually. */
const seriesChange = { scope: z.optional(scope), with_edited: z.optional(z.boolean()) }

/** The values of one stored event. Each date of a series is stored as an event. */
export const newAdminEvent = z.object(fields).check(...timeChecks)
export const addedAdminEvent = z
  .object({ ...fields, repeat: z.optional(repeat) })
  .check(...timeChecks)
export const changedAdminEvent = z
  .object({ ...fields, ...seriesChange, updated_at: expectedUpdatedAt })
  .check(...timeChecks)
export const adminEventForm = z
  .object({ ...fields, repeat: z.optional(repeat), ...seriesChange })
  .check(...timeChecks)

export type NewAdminEvent = z.infer<typeof newAdminEvent>

export const listedEvent = z.omit(publicEvent, {
  color: true,
  team_id: true,
  team_slug: true,
  revision: true,
  signups: true,
})

export type ListedEvent = z.infer<typeof listedEvent>

/** A saved event, with the version of the site's content that contains the change. */
export const savedEvent = z.extend(listedEvent, { content_version: z.number() })

export const eventValues = z.extend(sharedValues, { featured: z.boolean() })

export type EventValues = z.infer<typeof eventValues>
