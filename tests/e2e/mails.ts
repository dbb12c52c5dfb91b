/** Mails that the site sent, read from the folder that keeps them. */
import { outboxFolder, readMails } from "../../netlify/host/outbox/outbox.ts"
import { SITE_URL } from "../support/site-template.ts"
import { workerHost } from "./host.ts"
import { expect } from "./test.ts"

export interface Mail {
  subject: string
  text: string
  html: string
  /** The first address on the site in the text, or empty. */
  link: string
}

/** All mails that are kept, the newest first. */
const allMails = () => readMails(outboxFolder(workerHost().dataDir))

/** The newest mail to an address, once it is there; `subject` chooses among several. */
export async function mailTo(address: string, subject = /(?:)/): Promise<Mail> {
  const newest = async () =>
    (await allMails()).find((mail) => mail.to === address && subject.test(mail.subject))
  await expect.poll(newest, { message: `a mail to ${address}` }).toBeDefined()
  const mail = await newest()
  if (!mail) throw new Error(`The mail to ${address} is gone`)
  const links = mail.text.match(/https?:\/\/\S*[^\s.,;:!?)]/g) ?? []
  const link = links.find((one) => URL.parse(one)?.origin === SITE_URL) ?? ""
  return { ...mail, link: link.replace(SITE_URL, workerHost().origin) }
}
