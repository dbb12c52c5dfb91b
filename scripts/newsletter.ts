/**
 * `npm run newsletter -- FILE.md` sends the issue of the file
 * to all subscribers who have not received it (see USAGE).
 */
import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { connect, type Db } from "../db/client.ts"
import { closePools } from "../db/plain-postgres.ts"
import {
  countRemainingRecipients,
  findIssue,
  getIssueOutcome,
  type IssueOutcome,
} from "../db/queries/newsletter.ts"
import { openOwnerAccess } from "../netlify/host/database.ts"
import { openOutbox } from "../netlify/host/outbox/outbox.ts"
import { onStopSignal } from "../netlify/host/processes.ts"
import { readSettings, type Settings } from "../netlify/host/settings.ts"
import { getReason, StartFailure } from "../netlify/host/start-failure.ts"
import { getHost, isLoopback } from "../netlify/lib/http/site-url.ts"
import {
  type IssueFile,
  IssueFileError,
  parseIssueFile,
} from "../netlify/lib/newsletter/issue-file.ts"
import { type RunResult, sendIssue } from "../netlify/lib/newsletter/send-issue.ts"

const USAGE = `Usage: npm run newsletter -- FILE.md [--dry-run] [--per-minute=60] [--changed]
--dry-run       shows how many emails would be sent, and sends none
--per-minute=N  sends at most N emails per minute (default 60)
--changed       continues an issue whose file has changed since the first run`

function readArguments() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        "dry-run": { type: "boolean", default: false },
        changed: { type: "boolean", default: false },
        "per-minute": { type: "string", default: "60" },
      },
    })
    const [path, ...otherPaths] = positionals
    const perMinute = Number(values["per-minute"])
    if (path && otherPaths.length === 0 && perMinute > 0) {
      return { path, isDryRun: values["dry-run"], allowsChange: values.changed, perMinute }
    }
  } catch {
    // parseArgs throws for an unknown option.
  }
  throw new StartFailure(USAGE)
}

async function readIssueFile(path: string): Promise<{ file: IssueFile; textHash: string }> {
  try {
    // npm changes to the project's folder, but the path is relative to the folder where npm was called (INIT_CWD).
    const text = await readFile(resolve(process.env.INIT_CWD ?? "", path), "utf8")
    return {
      file: parseIssueFile(text),
      textHash: createHash("sha256").update(text).digest("hex"),
    }
  } catch (error) {
    const reason = error instanceof IssueFileError ? error.message : getReason(error)
    throw new StartFailure(`${path} cannot be sent. ${reason}`)
  }
}

/**
 * Chooses the mail server, or the outbox folder for a local site.
 * Returns a phrase for the log, such as "through …".
 */
async function prepareSending(settings: Settings, siteUrl: string): Promise<string> {
  if (settings.smtpUrl) return `through ${new URL(settings.smtpUrl).host}`
  if (settings.ownerUrl || !isLoopback(getHost(siteUrl))) {
    throw new StartFailure(
      "SMTP_URL is not set, so these emails would be recorded as sent without reaching anyone. Set it to the address of the mail server.",
    )
  }
  process.env.OUTBOX_DIR = await openOutbox(settings.dataDir)
  return `into ${process.env.OUTBOX_DIR}, since SMTP_URL is not set`
}

const formatEmailCount = (count: number) => `${count} ${count === 1 ? "email" : "emails"}`

function logOutcome({ sent, uncertain, refused }: IssueOutcome): void {
  console.log(`${formatEmailCount(sent)} sent so far.`)
  if (refused > 0) console.log(`${refused} permanently refused by the recipient's mail server.`)
  if (uncertain > 0) {
    console.log(
      `${uncertain} uncertain: the connection or the run ended while the email was being handed over. They may have arrived and are not sent again.`,
    )
  }
}

const RESULT_TEXTS: Record<RunResult, string> = {
  finished: "The issue is finished.",
  finished_before: "The issue was already finished. Nothing was sent.",
  incomplete: "Some emails could not be sent yet. Run this again later.",
  stopped: "Stopped. Run this again to continue.",
  failing: "Stopped after several failures in a row. Fix the problem and run this again.",
  taken_over: "Stopped, because another run sends this issue.",
}

async function runNewsletter(db: Db, siteUrl: string, settings: Settings, signal: AbortSignal) {
  const { path, isDryRun, allowsChange, perMinute } = readArguments()
  const { file, textHash } = await readIssueFile(path)
  const startedIssue = await findIssue(db, file.list, file.issue, textHash)
  if (startedIssue?.finished_at) {
    console.log(RESULT_TEXTS.finished_before)
    return logOutcome(await getIssueOutcome(db, startedIssue.id))
  }
  const remaining = await countRemainingRecipients(db, file.list, startedIssue?.id ?? null)
  const total = remaining.reduce((sum, { count }) => sum + count, 0)
  console.log(`${file.issue}, ${file.list}: ${formatEmailCount(total)} to send.`)
  for (const { language, count } of remaining) {
    const { subject } = file.texts.get(language) ?? file.fallback
    console.log(
      `  ${language} ${count}  ${subject}${file.texts.has(language) ? "" : " (in English)"}`,
    )
  }
  if (startedIssue) logOutcome(await getIssueOutcome(db, startedIssue.id))
  if (startedIssue && !startedIssue.is_same_text && !allowsChange) {
    throw new StartFailure(
      `This issue was started with another text. Give a new issue another name, or add --changed to continue with this text.`,
    )
  }
  if (isDryRun) return
  console.log(
    `Sending ${await prepareSending(settings, siteUrl)}, at most ${perMinute} per minute.`,
  )
  const log = (line: string) => console.error(line)
  const result = await sendIssue({ db, file, textHash, siteUrl, perMinute, signal, log })
  console.log(RESULT_TEXTS[result])
  const sentIssue = await findIssue(db, file.list, file.issue, textHash)
  if (sentIssue && result !== "finished_before") logOutcome(await getIssueOutcome(db, sentIssue.id))
  if (!["finished", "finished_before"].includes(result)) process.exitCode = 1
}

function requireSiteUrl(siteUrl: string | null): string {
  if (siteUrl) return siteUrl
  throw new StartFailure(
    "SITE_URL is not set, but links in emails need the site's public URL. Set it, such as SITE_URL=https://example.org.",
  )
}

const stop = new AbortController()
onStopSignal(
  () => stop.abort(),
  () => process.exit(130),
)
const cleanup = new AsyncDisposableStack()
cleanup.defer(closePools)
try {
  readArguments()
  const settings = readSettings(process.env, join(import.meta.dirname, ".."))
  const { ownerUrl, siteUrl } = await openOwnerAccess(settings, cleanup)
  await runNewsletter(connect(ownerUrl).as(null), requireSiteUrl(siteUrl), settings, stop.signal)
} catch (error) {
  console.error(
    error instanceof StartFailure ? error.message : `Sending failed: ${getReason(error)}`,
  )
  process.exitCode = 1
} finally {
  await cleanup.disposeAsync()
}
