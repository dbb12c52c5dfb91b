/** What the person who started the host wants to know. */

import { connect } from "../../db/client.ts"
import { DEMO_PASSWORD, type DemoAccount } from "../../db/demo/accounts.ts"
import { accountsWithPublishedPassword, giveOwnPasswords } from "../../db/demo/passwords.ts"
import { openSetupLink } from "../../db/queries/accounts/roles.ts"
import { hashToken, newToken } from "../lib/sign-in/tokens.ts"
import { outboxFolder } from "./outbox/outbox.ts"
import type { Settings } from "./settings.ts"

/** Where mails go, in words. The server's address holds a password, so its host alone is told. */
export function mailLine(settings: Settings, outboxLink: string | null): string {
  if (settings.smtpUrl) return `mail: sent through ${new URL(settings.smtpUrl).host}`
  const kept = `mail: kept in ${outboxFolder(settings.dataDir)}`
  return outboxLink
    ? `${kept}, to read by this link, which opens once: ${outboxLink}`
    : `${kept}; none can leave this machine, set SMTP_URL to send them`
}

const accountLine = ({ email, about, password = "" }: DemoAccount & { password?: string }) =>
  `    ${email} ${password && `${password} `}(${about})`

async function demoLines(ownerUrl: string, { isPublic, demo }: Settings): Promise<string[]> {
  const accounts = await accountsWithPublishedPassword(ownerUrl)
  if (accounts.length === 0) return []
  if (!isPublic) {
    return [`  demo accounts, password ${DEMO_PASSWORD}:`, ...accounts.map(accountLine)]
  }
  if (!demo) {
    return [
      "  demo accounts: everybody knows their password, so they cannot log in on a public site (DEMO=1 gives them others)",
    ]
  }
  const given = await giveOwnPasswords(ownerUrl, accounts)
  return ["  demo accounts, passwords told this once:", ...given.map(accountLine)]
}

async function setupLines(ownerUrl: string, siteUrl: string): Promise<string[]> {
  const token = newToken()
  if (!(await openSetupLink(connect(ownerUrl).as(null), hashToken(token)))) return []
  return [
    "  super admin: none yet. Sign up by this link to become it; it works once, for 24 hours:",
    `    ${new URL(`/register#setup=${token}`, siteUrl)}`,
  ]
}

/** Who can run the site and how they get in; passwords and links are told here, once, and nowhere else. */
export async function accessLines(
  settings: Settings,
  siteUrl: string,
  ownerUrl: string | null,
): Promise<string[]> {
  if (!ownerUrl) return []
  const lines = await demoLines(ownerUrl, settings)
  return settings.isPublic ? [...lines, ...(await setupLines(ownerUrl, siteUrl))] : lines
}

interface Started {
  /** Where it can be opened on this machine. */
  address: string
  ownerUrl: string | null
  outboxLink: string | null
}

/** The address, who can get in, and where mails and data lie, in lines to print once the site answers. */
export async function greeting(
  settings: Settings,
  { address, ownerUrl, outboxLink }: Started,
): Promise<string> {
  const siteUrl = settings.siteUrl ?? address
  const lines = [
    `Daina is ready at ${siteUrl}`,
    ...(settings.siteUrl ? [`  on this machine: ${address}`] : []),
    ...(await accessLines(settings, siteUrl, ownerUrl)),
    `  ${mailLine(settings, outboxLink)}`,
    `  data: ${settings.dataDir}`,
    "  Ctrl-C stops it.",
  ]
  return lines.join("\n")
}
