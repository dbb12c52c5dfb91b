import * as z from "zod/mini"
import { LOCALES } from "../../../i18n/locales.ts"
import { optionalText } from "../../../schema/fields.ts"
import { type NewsroomGrant, newsroomGrant, ROLES } from "../../../schema/roles.ts"

export const MAX_BLOCK_REASON_LENGTH = 500

/** Stored as the reason of role changes. The audit log shows a translation instead. */
export const ROLE_REASON = "Changed in the admin panel"

export const roleChangeBody = z.object({ role: z.enum(ROLES, "invalid") })

export const blockBody = z.object({ reason: optionalText(MAX_BLOCK_REASON_LENGTH) })

/** Access to the newsroom. Translators need a list of languages and a decision whether they may publish. */
export const grantBody = z
  .object({
    kind: z.enum(["editor", "translator"], "invalid"),
    languages: z.optional(z.array(z.enum(LOCALES, "invalid"))),
    may_publish: z.optional(z.boolean()),
  })
  .check(
    z.refine(({ kind, languages = [] }) => kind === "editor" || languages.length > 0, {
      error: "required",
      path: ["languages"],
    }),
    z.refine(({ kind, may_publish }) => kind === "editor" || may_publish !== undefined, {
      error: "invalid",
      path: ["may_publish"],
    }),
  )
export type GrantBody = z.infer<typeof grantBody>

/** Returns the grant to store. Editors may publish in all languages. */
export const toNewsroomGrant = ({
  kind,
  languages = [],
  may_publish = false,
}: GrantBody): NewsroomGrant =>
  kind === "editor"
    ? { kind, languages: [...LOCALES], may_publish: true }
    : { kind, languages, may_publish }

export const listedUser = z.object({
  id: z.string(),
  display_name: z.nullable(z.string()),
  role: z.enum(ROLES),
  created_at: z.string(),
  is_hidden: z.boolean(),
  blocked_at: z.nullable(z.string()),
  blocked_reason: z.nullable(z.string()),
  newsroom: z.nullable(newsroomGrant),
  email: z.string(),
  /** `is_passed_on`: another member becomes the owner if this member is deleted. Otherwise the team is deleted too. */
  owned_teams: z.array(z.object({ name: z.string(), is_passed_on: z.boolean() })),
})

export type ListedUser = z.infer<typeof listedUser>
