/** Sends emails through the mail server SMTP_URL. If SMTP_URL is not set, writes them into the folder OUTBOX_DIR. */
import { randomBytes } from "node:crypto"
import { rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Readable } from "node:stream"
import { createTransport } from "nodemailer"
import { SITE } from "../../../src/site.ts"
import { refuse } from "../http/problem.ts"
import { getHost, isLoopback } from "../http/site-url.ts"
import { toLogLine } from "../monitoring/log.ts"

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
  /** The HTML can show an attachment that has a content id (`cid`) as an image with the URL `cid:…`. */
  attachments?: { filename: string; content: Buffer; contentType: string; cid?: string }[]
}

/**
 * Runs after the email's content and before its end marker is sent, so before the mail server can accept the email.
 * If the function throws, the email is not sent.
 */
type BeforeEnd = () => Promise<void>

const TIMEOUT_MS = 15_000
const TIMEOUT_DURING_REQUEST_MS = 5_000

const getSender = () => process.env.MAIL_FROM || `${SITE.name} <${SITE.email}>`

/** The header suppresses out-of-office replies (RFC 3834). */
const DEFAULT_HEADERS = { "Auto-Submitted": "auto-generated" }

const addSenderAndHeaders = (mail: Mail) => ({
  from: getSender(),
  ...mail,
  headers: { ...mail.headers, ...DEFAULT_HEADERS },
})

async function* withEndHook(message: AsyncIterable<unknown>, beforeEnd: BeforeEnd) {
  yield* message
  await beforeEnd()
}

async function storeInOutbox(mail: Mail, folder: string, beforeEnd: BeforeEnd): Promise<void> {
  const transport = createTransport({ streamTransport: true, buffer: true })
  const { message } = await transport.sendMail(addSenderAndHeaders(mail))
  const timestamp = new Date().toISOString().replaceAll(":", "-")
  const name = `${timestamp}-${randomBytes(4).toString("hex")}.eml`
  // Writes to another name first, because a program that reads the folder must not see an incomplete file.
  const draft = join(folder, `.${name}`)
  await writeFile(draft, message, { mode: 0o600 })
  await beforeEnd()
  await rename(draft, join(folder, name))
}

/** Mail servers on other machines must use TLS, unless SMTP_URL has `?requireTLS=false` for a private network. */
const needsTls = (url: string) =>
  !isLoopback(getHost(url)) && new URL(url).searchParams.get("requireTLS") !== "false"

async function sendBySmtp(
  mail: Mail,
  url: string,
  timeoutMs: number,
  beforeEnd: BeforeEnd,
): Promise<void> {
  const transport = createTransport({
    url,
    requireTLS: needsTls(url),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
  transport.use("stream", ({ message }, done) => {
    message.processFunc((input) =>
      Readable.from(withEndHook(input, beforeEnd), { objectMode: false, highWaterMark: 1 }),
    )
    done()
  })
  try {
    await transport.sendMail(addSenderAndHeaders(mail))
  } finally {
    transport.close()
  }
}

export function getMailTransport(): "smtp" | "outbox" | "none" {
  if (process.env.SMTP_URL) return "smtp"
  return process.env.OUTBOX_DIR ? "outbox" : "none"
}

export const canSendMail = (): boolean => getMailTransport() !== "none"

/** Throws if the mail server did not accept the email, or if neither SMTP_URL nor OUTBOX_DIR is set. */
export async function sendMail(
  mail: Mail,
  beforeEnd: BeforeEnd = async () => {},
  timeoutMs = TIMEOUT_MS,
): Promise<void> {
  const { SMTP_URL: url, OUTBOX_DIR: folder } = process.env
  if (url) return sendBySmtp(mail, url, timeoutMs, beforeEnd)
  if (folder) return storeInOutbox(mail, folder, beforeEnd)
  throw new Error("SMTP_URL is not set: no email is sent until it is set")
}

/**
 * Ends the request with `mail_refused` if the email cannot be sent,
 * also if the mail server is silent for 5 seconds.
 */
export async function sendMailNow(mail: Mail): Promise<void> {
  await sendMail(mail, undefined, TIMEOUT_DURING_REQUEST_MS).catch((error) => {
    console.error(toLogLine(`An email could not be sent during a request: ${error}`))
    refuse("mail_refused")
  })
}
