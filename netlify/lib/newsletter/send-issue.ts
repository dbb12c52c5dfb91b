/** The next run continues an interrupted issue. */
import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { Db } from "../../../db/client.ts"
import {
  beginIssue,
  finishIssue,
  type IssueEmailFailure,
  type IssueEmailKey,
  listNextRecipients,
  prepareIssueEmail,
  type Recipient,
  recordHandOver,
  recordIssueEmail,
} from "../../../db/queries/newsletter.ts"
import { sendMail } from "../mail/send-mail.ts"
import { createToken, hashToken } from "../sign-in/tokens.ts"
import { createIssueEmail } from "./issue-email.ts"
import type { IssueFile } from "./issue-file.ts"

const BATCH_SIZE = 50
/** The cause of so many consecutive failures must be the mail server. */
const MAX_CONSECUTIVE_FAILURES = 3

export interface Run {
  db: Db
  file: IssueFile
  siteUrl: string
  perMinute: number
  /** Ends the run after the current email. */
  signal: AbortSignal
  log: (line: string) => void
}

/** `incomplete`: some emails need another try. `failing`: too many consecutive failures. */
export type RunResult =
  | "finished"
  | "finished_before"
  | "incomplete"
  | "stopped"
  | "failing"
  | "taken_over"

/** Mail servers repeat the recipient's address, which the database must not store here. */
const getReason = (error: unknown, { email }: Recipient) =>
  (error instanceof Error ? error.message : String(error))
    .split(new RegExp(RegExp.escape(email), "i"))
    .join("…")

function classifyFailure(error: unknown, isHandedOver: boolean): IssueEmailFailure {
  const { responseCode, command } = Object(error)
  if (typeof responseCode === "number") {
    return responseCode >= 500 && command === "RCPT TO" ? "refused" : "later"
  }
  return isHandedOver ? "uncertain" : "later"
}

/** `skipped`: the recipient has unsubscribed, or another run sends the email. */
type EmailResult = "sent" | "skipped" | IssueEmailFailure

async function sendEmail(
  { db, file, siteUrl, log }: Run,
  createKey: (recipient: Recipient, tokenHash: string) => IssueEmailKey,
  recipient: Recipient,
): Promise<EmailResult> {
  const token = createToken()
  const key = createKey(recipient, hashToken(token))
  if (!(await prepareIssueEmail(db, key))) return "skipped"
  let isHandedOver = false
  let isLeasedElsewhere = false
  try {
    const { email: to, language: locale } = recipient
    await sendMail(createIssueEmail({ to, locale, token }, file, siteUrl), async () => {
      isLeasedElsewhere = !(await recordHandOver(db, key))
      if (isLeasedElsewhere) throw new Error("another run has this email")
      isHandedOver = true
    })
  } catch (error) {
    if (isLeasedElsewhere) return "skipped"
    const failure = classifyFailure(error, isHandedOver)
    const reason = getReason(error, recipient)
    await recordIssueEmail(db, key, failure, reason)
    log(`An email could not be sent (${failure}): ${reason}`)
    return failure
  }
  await recordIssueEmail(db, key, "sent")
  return "sent"
}

export async function sendIssue(work: Run & { textHash: string }): Promise<RunResult> {
  const { db, file, textHash } = work
  const run = randomUUID()
  const issue = await beginIssue(db, { list: file.list, name: file.issue, textHash, run })
  return issue ? sendIssueEmails(work, issue, run) : "finished_before"
}

export async function sendIssueEmails(work: Run, issue: string, run: string): Promise<RunResult> {
  const { db, perMinute, signal } = work
  const createKey = (recipient: Recipient, tokenHash: string): IssueEmailKey => ({
    issue,
    run,
    addressHash: recipient.address_hash,
    tokenHash,
  })

  let after = ""
  let toRetry = 0
  let consecutiveFailures = 0
  for (;;) {
    const recipients = await listNextRecipients(db, { issue, after, maxRows: BATCH_SIZE })
    for (const recipient of recipients) {
      if (signal.aborted) return "stopped"
      const start = performance.now()
      const result = await sendEmail(work, createKey, recipient)
      after = recipient.address_hash
      if (result === "later") toRetry += 1
      consecutiveFailures =
        result === "later" || result === "uncertain" ? consecutiveFailures + 1 : 0
      if (consecutiveFailures >= MAX_CONSECUTIVE_FAILURES) return "failing"
      const pause = 60_000 / perMinute - (performance.now() - start)
      if (pause > 0 && result !== "skipped")
        await sleep(pause, undefined, { signal }).catch(() => {})
    }
    if (recipients.length < BATCH_SIZE) break
  }
  if (toRetry > 0) return "incomplete"
  return (await finishIssue(db, issue, run)) ? "finished" : "taken_over"
}
