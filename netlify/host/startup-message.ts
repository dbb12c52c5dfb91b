import { connect } from "../../db/client.ts"
import { DEMO_PASSWORD, type DemoAccount } from "../../db/demo/accounts.ts"
import { recordPublishedPasswords, setRandomPasswords } from "../../db/demo/passwords.ts"
import { openSetupLink } from "../../db/queries/accounts/roles.ts"
import { createToken, hashToken } from "../lib/sign-in/tokens.ts"
import { getOutboxFolder } from "./outbox/outbox.ts"
import type { Settings } from "./settings.ts"

/** Returns the line about emails. It contains only the host of SMTP_URL, because the whole URL contains a password. */
export function getMailLine(settings: Settings, outboxLink: string | null): string {
  if (settings.smtpUrl) return `emails: sent through ${new URL(settings.smtpUrl).host}`
  const storage = `emails: stored in ${getOutboxFolder(settings.dataDir)}`
  return outboxLink
    ? `${storage}; read them at ${outboxLink}`
    : `${storage}, not sent; set SMTP_URL to send them`
}

const formatAccount = ({ email, about, password = "" }: DemoAccount & { password?: string }) =>
  `    ${email} ${password && `${password} `}(${about})`

/** Returns lines about the demo accounts. On a public site, gives these accounts new passwords if DEMO is set. */
async function getDemoLines(ownerUrl: string, { isPublic, demo }: Settings): Promise<string[]> {
  const accounts = await recordPublishedPasswords(ownerUrl)
  if (accounts.length === 0) return []
  if (!isPublic) {
    return [`  demo accounts, password ${DEMO_PASSWORD}:`, ...accounts.map(formatAccount)]
  }
  if (!demo) {
    return [
      "  demo accounts: their password is public, so they cannot log in on a public site (DEMO=1 gives them new passwords)",
    ]
  }
  const withPasswords = await setRandomPasswords(ownerUrl, accounts)
  return [
    "  demo accounts, with passwords that are shown only once:",
    ...withPasswords.map(formatAccount),
  ]
}

/** Creates a link for the first super admin. Returns lines with it, or no lines if the site has a super admin. */
async function getSetupLines(ownerUrl: string, siteUrl: string): Promise<string[]> {
  const token = createToken()
  if (!(await openSetupLink(connect(ownerUrl).as(null), hashToken(token)))) return []
  return [
    "  super admin: none yet. Sign up with this link to become super admin; it works once, for 24 hours:",
    `    ${new URL(`/register#setup=${token}`, siteUrl)}`,
  ]
}

/** Returns lines about demo accounts and the setup link. No other place shows new passwords and the link. */
export async function getAccessLines(
  settings: Settings,
  siteUrl: string,
  ownerUrl: string | null,
): Promise<string[]> {
  if (!ownerUrl) return []
  const lines = await getDemoLines(ownerUrl, settings)
  return settings.isPublic ? [...lines, ...(await getSetupLines(ownerUrl, siteUrl))] : lines
}

interface StartedSite {
  address: string
  ownerUrl: string | null
  outboxLink: string | null
}

export async function createStartupMessage(
  settings: Settings,
  { address, ownerUrl, outboxLink }: StartedSite,
): Promise<string> {
  const siteUrl = settings.siteUrl ?? address
  const lines = [
    `Daina is ready at ${siteUrl}`,
    ...(settings.siteUrl ? [`  on this machine: ${address}`] : []),
    ...(await getAccessLines(settings, siteUrl, ownerUrl)),
    `  ${getMailLine(settings, outboxLink)}`,
    `  data: ${settings.dataDir}`,
    "  Ctrl-C stops it.",
  ]
  return lines.join("\n")
}
