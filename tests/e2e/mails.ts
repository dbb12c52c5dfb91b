import { getOutboxFolder, readMails } from "../../netlify/host/outbox/outbox.ts"
import { SITE_URL } from "../support/site-template.ts"
import { getWorkerHost } from "./host.ts"
import { expect } from "./test.ts"

export interface Mail {
  subject: string
  text: string
  html: string
  /** The first link to the site in the email, with the origin of the worker's host; an empty string without a link. */
  link: string
}

const ANY_SUBJECT = /(?:)/

/** Matches a URL, without punctuation that follows the URL in a sentence. */
const URL_PATTERN = /https?:\/\/\S*[^\s.,;:!?)]/g

const listMails = () => readMails(getOutboxFolder(getWorkerHost().dataDir))

export async function waitForMail(address: string, subject = ANY_SUBJECT): Promise<Mail> {
  const findNewest = async () =>
    (await listMails()).find((mail) => mail.to === address && subject.test(mail.subject))
  await expect.poll(findNewest, { message: `an email to ${address}` }).toBeDefined()
  const mail = await findNewest()
  if (!mail) throw new Error(`The email to ${address} has disappeared`)
  const links = mail.text.match(URL_PATTERN) ?? []
  const link = links.find((url) => URL.parse(url)?.origin === SITE_URL) ?? ""
  return { ...mail, link: link.replace(SITE_URL, getWorkerHost().origin) }
}
