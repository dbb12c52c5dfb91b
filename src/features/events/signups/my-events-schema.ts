/** Schema of the response of /api/my-events. Separate from schema.ts, because the page of an event does not load it. */
import * as z from "zod/mini"
import { openEvent } from "../own-event.ts"
import { publicEvent, signupStatus as status, unlistedReason } from "../schema.ts"
import { hiddenSignup } from "./schema.ts"

const myEvent = z.extend(publicEvent, {
  event_type: z.string(),
  unlisted_reason: unlistedReason,
  may_edit: z.optional(z.boolean()),
  status: z.nullable(status),
  signup_id: z.optional(z.nullable(z.string())),
})

/** The lists of the page /my-events, sorted by start. */
export const myEvents = z.object({
  /** Events with an answer of the member other than "not going". */
  events: z.array(myEvent),
  hidden_signups: z.array(hiddenSignup),
  team_events: z.array(myEvent),
  has_feed: z.boolean(),
  /**
   * The next events that a member with few sign-ups may like. Undefined in responses that a service worker stored
   * before this field existed.
   */
  suggestions: z.optional(z.array(openEvent)),
})
export type MyEvent = z.infer<typeof myEvent>
export type MyEvents = z.infer<typeof myEvents>
