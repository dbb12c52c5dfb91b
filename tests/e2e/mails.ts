/** Mails that the site sent, read from its outbox. */
import type { APIRequestContext } from "@playwright/test"
import { z } from "zod"
import { expect } from "./test.ts"

const Outbox = z.array(
  z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() }),
)

export interface Mail {
  subject: string
  text: string
  html: string
  /** The first address on the site in the text, or empty. */
  link: string
}

/**
 * The newest mail to an address, once it is there; `subject` chooses among several. `request` is the
 * fixture of that name: the browser's own requests seem to come from elsewhere and see no outbox.
 */
export async function mailTo(
  request: APIRequestContext,
  address: string,
  subject = /(?:)/,
): Promise<Mail> {
  let origin = ""
  const newest = async () => {
    const answer = await request.get("/dev/outbox.json")
    expect(answer.status(), "the outbox answers").toBe(200)
    origin = new URL(answer.url()).origin
    const mails = Outbox.parse(await answer.json())
    return mails.find((mail) => mail.to === address && subject.test(mail.subject))
  }
  await expect.poll(newest, { message: `a mail to ${address}` }).toBeDefined()
  const mail = await newest()
  if (!mail) throw new Error(`The mail to ${address} is gone`)
  const links = mail.text.match(/https?:\/\/\S*[^\s.,;:!?)]/g) ?? []
  return { ...mail, link: links.find((link) => URL.parse(link)?.origin === origin) ?? "" }
}
