/** Reports by members and decisions of super admins, for forms and functions. */
import * as z from "zod/mini"
import { basedOn, optionalText, uuid } from "../../schema/fields.ts"

/** The kinds of content that can be reported. */
export const KINDS = ["team", "post", "profile", "event", "comment"] as const

/**
 * The reasons that a member chooses from. Cases with the first one come first in the queue, and super admins get an
 * urgent email about them.
 */
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

/** `inform` emails the owner of content that was hidden without an email to them. */
export const DECISIONS = ["hide", "dismiss", "inform"] as const

/** Maximum lengths in characters; the database checks the same. */
export const DETAILS_MAX = 1000
export const REPLY_MAX = 1000

/** The body of `POST /api/reports`. */
export const reportBody = z
  .object({
    kind: z.enum(KINDS, "invalid"),
    target_id: uuid(),
    reason: z.enum(REASONS, "required"),
    details: z.optional(optionalText(DETAILS_MAX)),
  })
  .check(
    // The reason "Something else" needs details.
    z.refine(({ reason, details }) => reason !== "other" || Boolean(details), {
      error: "required",
      path: ["details"],
    }),
  )

/** The body of `PATCH /api/admin/reports/:id`. */
export const caseDecisionBody = z.object({
  decision: z.enum(DECISIONS, "invalid"),
  /** The answer to the reporters. */
  reply: z.optional(optionalText(REPLY_MAX)),
  /** The answer to the owner of the content. It is sent when the content is hidden and `informs_owner` is true. */
  owner_reply: z.optional(optionalText(REPLY_MAX)),
  /** False hides the content without an email to its owner. True by default. */
  informs_owner: z.optional(z.boolean()),
  updated_at: basedOn,
})

/** The body that hides content without a report, or shows it again. */
export const hiddenBody = z.object({ is_hidden: z.boolean() })

export type ReportKind = (typeof KINDS)[number]
export type ReportReason = (typeof REASONS)[number]
export type ReportBody = z.infer<typeof reportBody>
