/** What the person who started the host wants to know. */

import { DEMO_PASSWORD } from "../../db/demo/accounts.ts"
import { presentDemoAccounts } from "../../db/demo/present.ts"
import type { Addresses } from "./database.ts"
import { isOutboxShown, outboxFolder } from "./outbox.ts"
import type { Settings } from "./settings.ts"

/** Where mails go, in words. The server's address holds a password, so its host alone is told. */
export function mailLine(settings: Settings, address: string): string {
  if (settings.smtpUrl) return `mail: sent through ${new URL(settings.smtpUrl).host}`
  const kept = `mail: kept in ${outboxFolder(settings.dataDir)}`
  return isOutboxShown(settings)
    ? `${kept}, to read at ${address}/dev/outbox`
    : `${kept}; none can leave this machine, set SMTP_URL to send them`
}

/** Prints the address, the demo accounts that exist, and where mails and data lie. */
export async function greet(address: string, settings: Settings, { ownerUrl }: Addresses) {
  const accounts = ownerUrl ? await presentDemoAccounts(ownerUrl) : []
  const lines = [
    `Daina is ready at ${settings.siteUrl ?? address}`,
    ...(settings.siteUrl ? [`  on this machine: ${address}`] : []),
    ...(accounts.length > 0 ? [`  demo accounts, password ${DEMO_PASSWORD}:`] : []),
    ...accounts.map(({ email, about }) => `    ${email} (${about})`),
    `  ${mailLine(settings, address)}`,
    `  data: ${settings.dataDir}`,
    "  Ctrl-C stops it.",
  ]
  console.log(lines.join("\n"))
}
