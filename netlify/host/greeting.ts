/** What the person who started the host wants to know. */

import { DEMO_PASSWORD } from "../../db/demo/accounts.ts"
import { presentDemoAccounts } from "../../db/demo/present.ts"
import type { Addresses } from "./database.ts"
import type { Settings } from "./settings.ts"

/** Prints the address, the demo accounts that exist, and where the data lies. */
export async function greet(address: string, settings: Settings, { ownerUrl }: Addresses) {
  const accounts = ownerUrl ? await presentDemoAccounts(ownerUrl) : []
  const lines = [
    `Daina is ready at ${settings.siteUrl ?? address}`,
    ...(settings.siteUrl ? [`  on this machine: ${address}`] : []),
    ...(accounts.length > 0 ? [`  demo accounts, password ${DEMO_PASSWORD}:`] : []),
    ...accounts.map(({ email, about }) => `    ${email} (${about})`),
    `  data: ${settings.dataDir}`,
    "  Ctrl-C stops it.",
  ]
  console.log(lines.join("\n"))
}
