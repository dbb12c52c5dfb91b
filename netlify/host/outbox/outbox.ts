/** The outbox is a folder for emails that are not sent, because there is no mail server. Each email is a file. */
import { chmod, readdir, readFile, rm } from "node:fs/promises"
import { join } from "node:path"
import PostalMime, { type Address, type Header } from "postal-mime"
import { prepareDataFolder } from "../data-folder.ts"
import type { Settings } from "../settings.ts"

export const MAX_MAILS = 200
/** Names of the files from netlify/lib/mail/send-mail.ts. Sorted by name, the oldest email comes first. */
const FILE_NAME_PATTERN = /^\d{4}-\d\d-\d\dT[\d-]+(?:\.\d+)?Z-[\w-]+\.eml$/

export interface Mail {
  name: string
  to: string
  subject: string
  /** ISO 8601 date, or an empty string. */
  date: string
  text: string
  html: string
  headers: Header[]
}

export const getOutboxFolder = (dataDir: string) => join(dataDir, "outbox")

/** Creates the folder, which only this user can read. Deletes all emails but the newest MAX_MAILS. */
export async function openOutbox(dataDir: string): Promise<string> {
  const folder = getOutboxFolder(dataDir)
  await prepareDataFolder(folder)
  await chmod(folder, 0o700)
  for (const name of (await listMailNames(folder)).slice(MAX_MAILS)) {
    await rm(join(folder, name), { force: true })
  }
  return folder
}

/** Returns file names, the newest email first. */
const listMailNames = async (folder: string) =>
  (await readdir(folder))
    .filter((name) => FILE_NAME_PATTERN.test(name))
    .sort()
    .reverse()

const joinAddresses = (addresses: Address[] = []): string =>
  addresses
    .flatMap((entry) => (entry.group ? entry.group.map(({ address }) => address) : entry.address))
    .join(", ")

export async function readMail(folder: string, name: string): Promise<Mail | null> {
  if (!FILE_NAME_PATTERN.test(name)) return null
  const source = await readFile(join(folder, name)).catch(() => null)
  if (!source) return null
  const mail = await PostalMime.parse(source)
  const { subject = "", date = "", text = "", html = "", headers } = mail
  return { name, to: joinAddresses(mail.to), subject, date, text, html, headers }
}

export async function readMails(folder: string): Promise<Mail[]> {
  const names = (await listMailNames(folder)).slice(0, MAX_MAILS)
  const mails = await Promise.all(names.map((name) => readMail(folder, name)))
  return mails.filter((mail) => mail !== null)
}

/** The viewer is only for local sites without a mail server, because links in emails give access to accounts. */
export const isOutboxShown = ({ isPublic, smtpUrl }: Settings): boolean => !smtpUrl && !isPublic
