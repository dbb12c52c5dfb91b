/** Sends an issue, one letter after the other; what was killed half-way goes on where it was. */
import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { Db } from "../../../db/client.ts"
import {
  beginIssue,
  finishIssue,
  type IssueEmailFailure,
  type IssueEmailKey,
  nextRecipients,
  prepareIssueEmail,
  type Recipient,
  recordHandOver,
  recordIssueEmail,
} from "../../../db/queries/newsletter.ts"
import { sendMail } from "../mail/send-mail.ts"
import { hashToken, newToken } from "../sign-in/tokens.ts"
import { issueEmail } from "./issue-email.ts"
import type { IssueFile } from "./issue-file.ts"

const AT_ONCE = 50
/** So many failures in a row are not about the addresses. */
const FAILURES_MAX = 3

export interface Run {
  db: Db
  file: IssueFile
  siteUrl: string
  /** How many letters go out in a minute at most. */
  perMinute: number
  /** Ends the run after the letter that is under way. */
  signal: AbortSignal
  log: (line: string) => void
}

/** `incomplete`: all were tried, and some are to be tried again; `failing`: it gave up before that. */
export type Ending =
  | "finished"
  | "finished_before"
  | "incomplete"
  | "stopped"
  | "failing"
  | "taken_over"

/** Without the address, which servers like to repeat: letters know it by its hash alone. */
const reasonOf = (error: unknown, { email }: Recipient) =>
  (error instanceof Error ? error.message : String(error))
    .split(new RegExp(RegExp.escape(email), "i"))
    .join("…")

/** What the server's answer, or its silence, means for a letter. */
function failureOf(error: unknown, isHandedOver: boolean): IssueEmailFailure {
  const { responseCode, command } = Object(error)
  // It has answered, and the answer is no.
  if (typeof responseCode === "number") {
    return responseCode >= 500 && command === "RCPT TO" ? "refused" : "later"
  }
  return isHandedOver ? "uncertain" : "later"
}

type Sent = "sent" | "unwanted" | IssueEmailFailure

async function sendOne(
  { db, file, siteUrl, log }: Run,
  keyOf: (recipient: Recipient, tokenHash: string) => IssueEmailKey,
  recipient: Recipient,
): Promise<Sent> {
  const token = newToken()
  const key = keyOf(recipient, hashToken(token))
  if (!(await prepareIssueEmail(db, key))) return "unwanted"
  let isHandedOver = false
  let isTaken = false
  try {
    const { email: to, language: locale } = recipient
    await sendMail(issueEmail({ to, locale, token }, file, siteUrl), async () => {
      isTaken = !(await recordHandOver(db, key))
      if (isTaken) throw new Error("another run has this email")
      isHandedOver = true
    })
  } catch (error) {
    if (isTaken) return "unwanted"
    const failure = failureOf(error, isHandedOver)
    const reason = reasonOf(error, recipient)
    await recordIssueEmail(db, key, failure, reason)
    log(`An email could not be sent (${failure}): ${reason}`)
    return failure
  }
  await recordIssueEmail(db, key, "sent")
  return "sent"
}

/** Sends what is left of a file's issue, and says how that ended. */
export async function sendIssue(work: Run & { textHash: string }): Promise<Ending> {
  const { db, file, textHash } = work
  const run = randomUUID()
  const issue = await beginIssue(db, { list: file.list, name: file.issue, textHash, run })
  return issue ? sendIssueEmails(work, issue, run) : "finished_before"
}

/** Sends what is left of an issue that this run has begun or taken over. */
export async function sendIssueEmails(work: Run, issue: string, run: string): Promise<Ending> {
  const { db, perMinute, signal } = work
  const keyOf = (recipient: Recipient, tokenHash: string): IssueEmailKey => ({
    issue,
    run,
    addressHash: recipient.address_hash,
    tokenHash,
  })

  let after = ""
  let leftForLater = 0
  let failuresInARow = 0
  for (;;) {
    const recipients = await nextRecipients(db, { issue, after, most: AT_ONCE })
    for (const recipient of recipients) {
      if (signal.aborted) return "stopped"
      const start = performance.now()
      const sent = await sendOne(work, keyOf, recipient)
      after = recipient.address_hash
      if (sent === "later") leftForLater += 1
      failuresInARow = sent === "later" || sent === "uncertain" ? failuresInARow + 1 : 0
      if (failuresInARow >= FAILURES_MAX) return "failing"
      const pause = 60_000 / perMinute - (performance.now() - start)
      if (pause > 0 && sent !== "unwanted")
        await sleep(pause, undefined, { signal }).catch(() => {})
    }
    if (recipients.length < AT_ONCE) break
  }
  if (leftForLater > 0) return "incomplete"
  return (await finishIssue(db, issue, run)) ? "finished" : "taken_over"
}
