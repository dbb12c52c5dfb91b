import { computed, onMount } from "nanostores"
import * as z from "zod/mini"
import { $viewer, createLoadable, createQuery, toFailure } from "../../islands/query.ts"
import { readSession } from "../../session/session.ts"
import { mailSettings, PLACES } from "./schema.ts"

export function createOwnQuery<Schema extends z.core.$ZodType>(path: string, schema: Schema) {
  return createQuery([computed($viewer, (viewer) => (viewer ? path : null))], schema, {
    isForMembers: true,
    onError(error) {
      // The session was ended on another device. After reading it, all parts of the page show the visitor as signed out.
      if (toFailure(error).code === "sign_in_required") void readSession()
    },
  })
}

export const ACCOUNT_PATH = "/api/account"

export const accountResponse = z.object({
  email: z.string(),
  email_verified: z.boolean(),
  has_password: z.boolean(),
  has_google: z.boolean(),
  has_second_factor: z.boolean(),
  has_passkey: z.boolean(),
  /** Time until which the member must add a second factor. Null if the role requires none, or the member has one. */
  factor_due_at: z.nullable(z.string()),
  ...mailSettings.shape,
  country: z.nullable(z.enum(PLACES)),
  favorite_groups: z.array(z.string()),
  /** The new email address, until the member confirms it. */
  wanted_email: z.nullable(z.string()),
})

export type Account = z.infer<typeof accountResponse>

export const $account = createOwnQuery(ACCOUNT_PATH, accountResponse)

export const $accountState = createLoadable($account)

onMount($account, () => {
  // The link in the confirmation email opens another tab. When the member returns to this tab, the account is read
  // again to show the address as confirmed.
  const readIfUnconfirmed = () => {
    if (!document.hidden && $account.value?.data?.email_verified === false) $account.revalidate()
  }
  document.addEventListener("visibilitychange", readIfUnconfirmed)
  return () => document.removeEventListener("visibilitychange", readIfUnconfirmed)
})
