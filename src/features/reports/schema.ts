import * as z from "zod/mini"
import { expectedUpdatedAt, optionalText, uuid } from "../../schema/fields.ts"

export const KINDS = ["team", "post", "profile", "event", "comment"] as const

/** Reasons of reports. A report with the reason `child_danger` sends an urgent email to the super admins. */
export const REASONS = [
  "child_danger",
  "spam",
  "bullying",
  "sexual",
  "violence",
  "personal_data",
  "impersonation",
  "copyright",
  "other",
] as const

export const CASE_STATUSES = ["open", "hidden", "dismissed"] as const

/** Decisions about a case. `inform` emails the owner of content that was hidden earlier without an email. */
export const DECISIONS = ["hide", "dismiss", "inform"] as const

/** Maximum lengths in characters. The database checks the same limits. */
export const MAX_DETAILS_LENGTH = 1000
export const MAX_REPLY_LENGTH = 1000

export const reportBody = z
  .object({
    kind: z.enum(KINDS, "invalid"),
    target_id: uuid(),
    reason: z.enum(REASONS, "required"),
    details: z.optional(optionalText(MAX_DETAILS_LENGTH)),
  })
  .check(
    z.refine(({ reason, details }) => reason !== "other" || Boolean(details), {
      error: "required",
      path: ["details"],
    }),
  )

export const caseDecisionBody = z.object({
  decision: z.enum(DECISIONS, "invalid"),
  reply: z.optional(optionalText(MAX_REPLY_LENGTH)),
  owner_reply: z.optional(optionalText(MAX_REPLY_LENGTH)),
  /** Whether hiding the content also emails its owner. */
  informs_owner: z.optional(z.boolean()),
  updated_at: expectedUpdatedAt,
})

export const hiddenBody = z.object({ is_hidden: z.boolean() })

export type ReportKind = (typeof KINDS)[number]
export type ReportReason = (typeof REASONS)[number]
export type ReportBody = z.infer<typeof reportBody>
