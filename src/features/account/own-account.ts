import { onMount } from "nanostores"
import * as z from "zod/mini"
import { createLoadable, createMemberQuery, toFailure } from "../../islands/query.ts"
import { readSession } from "../../session/session.ts"
import { COUNTRY_ANSWERS, mailSettings } from "./schema.ts"

/** Creates a query for data of the signed-in member. */
export const createOwnQuery = <Schema extends z.core.$ZodType>(path: string, schema: Schema) =>
  createMemberQuery(path, schema, {
    onError(error) {
      // The session has ended on the server. Reading it again shows all parts of the page as signed out.
      if (toFailure(error).code === "sign_in_required") void readSession()
    },
  })

export const ACCOUNT_PATH = "/api/account"

export const accountResponse = z.object({
  email: z.string(),
  email_verified: z.boolean(),
  has_password: z.boolean(),
  has_google: z.boolean(),
  has_second_factor: z.boolean(),
  has_passkey: z.boolean(),
  /** Deadline for adding a second factor. Null if the member has a second factor or needs none. */
  factor_due_at: z.nullable(z.string()),
  ...mailSettings.shape,
  country: z.nullable(z.enum(COUNTRY_ANSWERS)),
  favorite_groups: z.array(z.string()),
  /** New email address that is not confirmed yet. */
  wanted_email: z.nullable(z.string()),
})

export type Account = z.infer<typeof accountResponse>

export const $account = createOwnQuery(ACCOUNT_PATH, accountResponse)

export const $accountState = createLoadable($account)

onMount($account, () => {
  // The emailed link confirms the address in another tab, so the account is read again on return to this tab.
  const readIfUnconfirmed = () => {
    if (!document.hidden && $account.value?.data?.email_verified === false) $account.revalidate()
  }
  document.addEventListener("visibilitychange", readIfUnconfirmed)
  return () => document.removeEventListener("visibilitychange", readIfUnconfirmed)
})
