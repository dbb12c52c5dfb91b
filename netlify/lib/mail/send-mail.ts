/** Sending mail: by SMTP_URL, or into the folder of OUTBOX_DIR where there is none. */
import { randomBytes } from "node:crypto"
import { rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Readable } from "node:stream"
import { createTransport } from "nodemailer"
import { SITE } from "../../../src/site.ts"
import { refuse } from "../http/problem.ts"
import { hostOf, isLoopback } from "../http/site-url.ts"
import { logLine } from "../monitoring/log.ts"

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
  /** With `cid`, what the HTML shows by that name. */
  attachments?: { filename: string; content: Buffer; contentType: string; cid?: string }[]
}

/** Runs when all of a mail but its end is handed over: until then it cannot have arrived. May throw. */
type BeforeEnd = () => Promise<void>

/** For mails that are sent in the background, and for mails whose sender waits. */
const TIMEOUT_MS = 15_000
const TIMEOUT_OF_WAITING_MS = 5_000

const from = () => process.env.MAIL_FROM || `${SITE.name} <${SITE.email}>`

/** RFC 3834: nobody is away from a machine's mail. */
const HEADERS = { "Auto-Submitted": "auto-generated" }

const whole = (mail: Mail) => ({
  from: from(),
  ...mail,
  headers: { ...mail.headers, ...HEADERS },
})

/** Pulled, not pushed: it comes to its end when the server has taken the rest. */
async function* heldBack(message: AsyncIterable<unknown>, beforeEnd: BeforeEnd) {
  yield* message
  await beforeEnd()
}

async function keep(mail: Mail, folder: string, beforeEnd: BeforeEnd): Promise<void> {
  const transport = createTransport({ streamTransport: true, buffer: true })
  const { message } = await transport.sendMail(whole(mail))
  const moment = new Date().toISOString().replaceAll(":", "-")
  const name = `${moment}-${randomBytes(4).toString("hex")}.eml`
  // Whole or not at all: somebody may be reading the folder.
  const draft = join(folder, `.${name}`)
  await writeFile(draft, message, { mode: 0o600 })
  await beforeEnd()
  await rename(draft, join(folder, name))
}

/**
 * A server elsewhere that offers no TLS may be somebody in between. A relay in a network of one's own, which has
 * none, is written with `?requireTLS=false`.
 */
const needsTls = (url: string) =>
  !isLoopback(hostOf(url)) && new URL(url).searchParams.get("requireTLS") !== "false"

async function post(mail: Mail, url: string, timeout: number, beforeEnd: BeforeEnd): Promise<void> {
  const transport = createTransport({
    url,
    requireTLS: needsTls(url),
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
  })
  transport.use("stream", ({ message }, done) => {
    message.processFunc((input) =>
      Readable.from(heldBack(input, beforeEnd), { objectMode: false, highWaterMark: 1 }),
    )
    done()
  })
  try {
    await transport.sendMail(whole(mail))
  } finally {
    transport.close()
  }
}

/** Where mails go: out, into the outbox of this machine, or nowhere yet. */
export const mailTransport = (): "smtp" | "outbox" | "none" =>
  process.env.SMTP_URL ? "smtp" : process.env.OUTBOX_DIR ? "outbox" : "none"

/** Whether there is a way for mails out of here. */
export const canSendMail = (): boolean => mailTransport() !== "none"

/** Sends a mail; throws when it could not be handed over. */
export async function sendMail(
  mail: Mail,
  beforeEnd: BeforeEnd = async () => {},
  timeout = TIMEOUT_MS,
): Promise<void> {
  const { SMTP_URL: url, OUTBOX_DIR: folder } = process.env
  if (url) return post(mail, url, timeout, beforeEnd)
  if (folder) return keep(mail, folder, beforeEnd)
  throw new Error("SMTP_URL is not set: mails wait until it is")
}

/** Sends a mail while a person waits. Ends the call with `mail_refused`, within seconds, when that fails. */
export async function sendMailNow(mail: Mail): Promise<void> {
  await sendMail(mail, undefined, TIMEOUT_OF_WAITING_MS).catch((error) => {
    console.error(logLine(`A mail could not be sent while its sender waited: ${error}`))
    refuse("mail_refused")
  })
}
