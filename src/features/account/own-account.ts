/** The account of the person who is signed in: how to reach them, how they sign in, what mails they want. */
import { computed, onMount } from "nanostores"
import * as z from "zod/mini"
import { LOCALES } from "../../i18n/locales.ts"
import { $viewer, createQuery, failureOf, loadable } from "../../islands/query.ts"
import { readSession } from "../../session/session.ts"
import { PLACES } from "./schema.ts"

/** A query of what is the signed-in member's alone. */
export function createOwnQuery<Schema extends z.core.$ZodType>(path: string, schema: Schema) {
  return createQuery([computed($viewer, (viewer) => (viewer ? path : null))], schema, {
    isForMembers: true,
    onError(error) {
      // Ended from another device: the page learns it now, not at the next tick.
      if (failureOf(error).code === "sign_in_required") void readSession()
    },
  })
}

export const ACCOUNT_PATH = "/api/account"

export const accountAnswer = z.object({
  email: z.string(),
  email_verified: z.boolean(),
  has_password: z.boolean(),
  has_google: z.boolean(),
  has_second_factor: z.boolean(),
  has_passkey: z.boolean(),
  /** Until when they may go without a second factor, which their role demands; null where that is no matter. */
  factor_due_at: z.nullable(z.string()),
  marketing_consent: z.boolean(),
  mail_join_requests: z.boolean(),
  mail_join_answers: z.boolean(),
  mail_team_roles: z.boolean(),
  mail_event_places: z.boolean(),
  mail_event_changes: z.boolean(),
  mail_event_reminders: z.boolean(),
  mail_event_messages: z.boolean(),
  language: z.enum(LOCALES),
  country: z.nullable(z.enum(PLACES)),
  favorite_groups: z.array(z.string()),
  /** They have asked to have this one instead, and not confirmed it yet. */
  wanted_email: z.nullable(z.string()),
})

export type Account = z.infer<typeof accountAnswer>

/** As it is saved. */
export const $account = createOwnQuery(ACCOUNT_PATH, accountAnswer)

export const $accountState = loadable($account)

onMount($account, () => {
  // The link in the mail opens another tab: who comes back from it, however soon, sees the address confirmed.
  const look = () => {
    if (!document.hidden && $account.value?.data?.email_verified === false) $account.revalidate()
  }
  document.addEventListener("visibilitychange", look)
  return () => document.removeEventListener("visibilitychange", look)
})
