import type { MailKind } from "../../../db/queries/mails.ts"

/** What the recipient gets the email for, such as an account or a sign-up. The email's footer names it. */
type Reason =
  | "address"
  | "formerAddress"
  | "account"
  | "teamOwner"
  | "applicant"
  | "teamMember"
  | "formerTeamMember"
  | "signup"
  | "helper"
  | "reporter"
  | "digest"

/**
 * Kinds that are missing here have the reason "account".
 * The reason is null for kinds whose text `unasked` already states it.
 */
const REASONS: Partial<Record<MailKind, Reason | null>> = {
  verify_email: "address",
  change_email: "address",
  confirm_newsletter: "address",
  confirm_shop: "address",
  email_changed: "formerAddress",
  account_deleted: "formerAddress",
  join_request: "teamOwner",
  join_requests: "teamOwner",
  join_approved: "applicant",
  join_declined: "applicant",
  join_answers: "applicant",
  team_admin: "teamMember",
  team_owner: "teamMember",
  team_heir: "teamMember",
  team_removed: "formerTeamMember",
  team_deleted: "formerTeamMember",
  event_going: "signup",
  event_place: "signup",
  event_offer: "signup",
  event_offer_over: "signup",
  event_group_too_large: "signup",
  event_access_lost: "signup",
  event_removed: "signup",
  event_changed: "signup",
  event_cancelled: "signup",
  event_reminder: "signup",
  event_message: "signup",
  event_helper: "helper",
  report_hidden: "reporter",
  report_dismissed: "reporter",
  report_received: null,
  news_ready: null,
  security_alert: null,
  weekly_digest: "digest",
}

export const getMailReason = (kind: MailKind): Reason | null => {
  const { [kind]: reason = "account" } = REASONS
  return reason
}
