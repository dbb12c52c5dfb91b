import type { Email } from "postal-mime"
import { afterAll, beforeAll } from "vitest"
import { findFreePort } from "../../netlify/host/listening.ts"
import { ORIGIN } from "./browser-like.ts"
import { startMailServer } from "./servers/mail-server.ts"

export type Mailbox = ReturnType<typeof startMailbox>

export function startMailbox() {
  const server = startMailServer()
  beforeAll(() => {
    Object.assign(process.env, { SITE_URL: ORIGIN, SMTP_URL: server.url() })
  })
  afterAll(() => {
    delete process.env.SMTP_URL
    delete process.env.SITE_URL
  })
  return {
    /** Received emails, oldest first. The mail server empties the list before each test. */
    mails: server.accepted,
    listRecipients: server.listRecipients,
    getLastMailTo(address: string): Email {
      const mail = server.accepted.findLast(({ to }) =>
        to?.some((recipient) => recipient.address === address),
      )
      if (!mail) throw new Error(`No email was sent to ${address}`)
      return mail
    },
    /** Runs work while the mail server does not respond. The server accepts the emails when the work has ended. */
    async runWhileBusy(work: () => Promise<unknown>): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      server.onAddress = () => promise
      await work().finally(resolve)
    },
    async runWhileDown(work: () => Promise<unknown>): Promise<void> {
      process.env.SMTP_URL = `smtp://127.0.0.1:${await findFreePort()}`
      try {
        await work()
      } finally {
        process.env.SMTP_URL = server.url()
      }
    },
  }
}

export const getToken = (mail: Email): string => /#token=([\w-]+)/.exec(mail.text ?? "")?.[1] ?? ""
