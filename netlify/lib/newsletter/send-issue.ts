/** Sends the emails of an issue one by one. If a run is interrupted, the next run sends the remaining emails. */
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
/** The run ends after this number of consecutive failures, because the mail server probably causes them. */
const MAX_CONSECUTIVE_FAILURES = 3

export interface IssueRun {
  db: Db
  file: IssueFile
  siteUrl: string
  perMinute: number
  /** Ends the run after the current email. */
  signal: AbortSignal
  log: (line: string) => void
}

/**
 * - `finished_before`: an earlier run has already sent all emails.
 * - `incomplete`: some emails need another try.
 * - `stopped`: the signal ended the run.
 * - `failing`: the run ended after too many consecutive failures.
 * - `taken_over`: another run continues this issue.
 */
export type RunResult =
  | "finished"
  | "finished_before"
  | "incomplete"
  | "stopped"
  | "failing"
  | "taken_over"

/**
 * Returns the error's message without the recipient's address,
 * because the database may store only the address's hash.
 */
const getReason = (error: unknown, { email }: Recipient) =>
  (error instanceof Error ? error.message : String(error))
    .split(new RegExp(RegExp.escape(email), "i"))
    .join("…")

/**
 * - `refused`: the mail server refuses the address for good.
 * - `later`: another try may succeed.
 * - `uncertain`: the mail server may have accepted the email.
 */
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
  { db, file, siteUrl, log }: IssueRun,
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

/** Sends the emails of the file's issue that earlier runs have not sent. */
export async function sendIssue(issueRun: IssueRun & { textHash: string }): Promise<RunResult> {
  const { db, file, textHash } = issueRun
  const runId = randomUUID()
  const issueId = await beginIssue(db, { list: file.list, name: file.issue, textHash, run: runId })
  return issueId ? sendIssueEmails(issueRun, issueId, runId) : "finished_before"
}

export async function sendIssueEmails(
  issueRun: IssueRun,
  issueId: string,
  runId: string,
): Promise<RunResult> {
  const { db, perMinute, signal } = issueRun
  const createKey = (recipient: Recipient, tokenHash: string): IssueEmailKey => ({
    issue: issueId,
    run: runId,
    addressHash: recipient.address_hash,
    tokenHash,
  })

  // Recipients are listed in the order of their address hashes.
  let lastAddressHash = ""
  let retryCount = 0
  let consecutiveFailures = 0
  for (;;) {
    const recipients = await listNextRecipients(db, {
      issue: issueId,
      after: lastAddressHash,
      maxRows: BATCH_SIZE,
    })
    for (const recipient of recipients) {
      if (signal.aborted) return "stopped"
      const start = performance.now()
      const result = await sendEmail(issueRun, createKey, recipient)
      lastAddressHash = recipient.address_hash
      if (result === "later") retryCount += 1
      consecutiveFailures =
        result === "later" || result === "uncertain" ? consecutiveFailures + 1 : 0
      if (consecutiveFailures >= MAX_CONSECUTIVE_FAILURES) return "failing"
      const pause = 60_000 / perMinute - (performance.now() - start)
      if (pause > 0 && result !== "skipped")
        await sleep(pause, undefined, { signal }).catch(() => {})
    }
    if (recipients.length < BATCH_SIZE) break
  }
  if (retryCount > 0) return "incomplete"
  return (await finishIssue(db, issueId, runId)) ? "finished" : "taken_over"
}
