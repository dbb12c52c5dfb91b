/** A real mail server that takes what functions send while a file's tests run. */
import PostalMime, { type Email } from "postal-mime"
import { SMTPServer } from "smtp-server"
import { afterAll, beforeAll, beforeEach } from "vitest"
import { freePort, listen } from "../netlify/host/ports.ts"
import { ORIGIN } from "./browser-like.ts"

export interface Mailbox {
  /** What came in, oldest first; empty at the start of each test. */
  mails: Email[]
  /** The last mail to an address. */
  lastTo(address: string): Email
  /** Runs something while nothing listens where mail is sent to. */
  whileDown(work: () => Promise<unknown>): Promise<void>
}

export function mailbox(): Mailbox {
  const mails: Email[] = []
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on("data", (chunk: Buffer) => chunks.push(chunk))
      stream.on("end", async () => {
        mails.push(await PostalMime.parse(Buffer.concat(chunks)))
        done()
      })
    },
  })
  const sendTo = (port: number) => {
    process.env.SMTP_URL = `smtp://127.0.0.1:${port}`
  }
  let port: number
  beforeAll(async () => {
    port = await listen(server.server, 0, "127.0.0.1")
    process.env.SITE_URL = ORIGIN
    sendTo(port)
  })
  beforeEach(() => void mails.splice(0))
  afterAll(async () => {
    delete process.env.SMTP_URL
    delete process.env.SITE_URL
    await new Promise<void>((resolve) => server.close(resolve))
  })
  return {
    mails,
    lastTo(address) {
      const mail = mails.findLast(({ to }) => to?.some((mailbox) => mailbox.address === address))
      if (!mail) throw new Error(`No mail came to ${address}`)
      return mail
    },
    async whileDown(work) {
      sendTo(await freePort())
      try {
        await work()
      } finally {
        sendTo(port)
      }
    },
  }
}

/** What the mail's link carries. */
export const tokenIn = (mail: Email): string => /#token=([\w-]+)/.exec(mail.text ?? "")?.[1] ?? ""
