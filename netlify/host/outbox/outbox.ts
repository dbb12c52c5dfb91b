/** Where mails go that no server sends: a folder, one file each. */
import { chmod, readdir, readFile, rm } from "node:fs/promises"
import { join } from "node:path"
import PostalMime, { type Address, type Header } from "postal-mime"
import { prepareDataFolder } from "../data-folder.ts"
import type { Settings } from "../settings.ts"

const MOST_MAILS = 200
// What netlify/lib/mail/send-mail.ts calls them: the moment first, so that their order is the alphabet's.
const NAME = /^\d{4}-\d\d-\d\dT[\d-]+(?:\.\d+)?Z-[\w-]+\.eml$/

export interface Mail {
  /** Its file's name. */
  name: string
  /** The addresses, joined by commas. */
  to: string
  subject: string
  /** An ISO moment, or empty. */
  date: string
  text: string
  html: string
}

/** The folder below the data folder. */
export const outboxFolder = (dataDir: string) => join(dataDir, "outbox")

/** Makes the folder, for this user's eyes alone, and removes the oldest mails from it. */
export async function openOutbox(dataDir: string): Promise<string> {
  const folder = outboxFolder(dataDir)
  await prepareDataFolder(folder)
  await chmod(folder, 0o700)
  for (const name of (await allNames(folder)).slice(MOST_MAILS)) {
    await rm(join(folder, name), { force: true })
  }
  return folder
}

const allNames = async (folder: string) =>
  (await readdir(folder))
    .filter((name) => NAME.test(name))
    .sort()
    .reverse()

const addressesOf = (addresses: Address[] = []): string =>
  addresses
    .flatMap((one) => (one.group ? one.group.map(({ address }) => address) : one.address))
    .join(", ")

/** A mail and all its headers; null when there is none of that name. */
export async function readMail(
  folder: string,
  name: string,
): Promise<(Mail & { headers: Header[] }) | null> {
  if (!NAME.test(name)) return null
  const source = await readFile(join(folder, name)).catch(() => null)
  if (!source) return null
  const {
    to,
    subject = "",
    date = "",
    text = "",
    html = "",
    headers,
  } = await PostalMime.parse(source)
  return { name, to: addressesOf(to), subject, date, text, html, headers }
}

/** The newest mails, newest first. */
export async function readMails(folder: string): Promise<Mail[]> {
  const names = (await allNames(folder)).slice(0, MOST_MAILS)
  const mails = await Promise.all(names.map((name) => readMail(folder, name)))
  return mails.flatMap((mail) => {
    if (!mail) return []
    const { headers: _, ...rest } = mail
    return rest
  })
}

/** Whether `/dev/outbox` may exist at all: its mails open accounts. */
export const isOutboxShown = ({ isPublic, smtpUrl }: Settings): boolean => !smtpUrl && !isPublic
