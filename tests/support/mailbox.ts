/** A real mail server that takes what functions send while a file's tests run. */
import type { Email } from "postal-mime"
import { afterAll, beforeAll } from "vitest"
import { freePort } from "../../netlify/host/listening.ts"
import { ORIGIN } from "./browser-like.ts"
import { mailServer } from "./servers/mail-server.ts"

export type Mailbox = ReturnType<typeof mailbox>

export function mailbox() {
  const server = mailServer()
  beforeAll(() => {
    Object.assign(process.env, { SITE_URL: ORIGIN, SMTP_URL: server.url() })
  })
  afterAll(() => {
    delete process.env.SMTP_URL
    delete process.env.SITE_URL
  })
  return {
    /** What came in, oldest first; empty at the start of each test. */
    mails: server.taken,
    /** Whom they went to. */
    addressees: server.addressees,
    /** The last mail to an address. */
    lastTo(address: string): Email {
      const mail = server.taken.findLast(({ to }) => to?.some((one) => one.address === address))
      if (!mail) throw new Error(`No mail came to ${address}`)
      return mail
    },
    /** Runs something while nothing listens where mail is sent to. */
    async whileDown(work: () => Promise<unknown>): Promise<void> {
      process.env.SMTP_URL = `smtp://127.0.0.1:${await freePort()}`
      try {
        await work()
      } finally {
        process.env.SMTP_URL = server.url()
      }
    },
  }
}

/** What the mail's link carries. */
export const tokenIn = (mail: Email): string => /#token=([\w-]+)/.exec(mail.text ?? "")?.[1] ?? ""
