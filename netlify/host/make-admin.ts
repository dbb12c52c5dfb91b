/** `npm run make-admin -- EMAIL [--role=ROLE] [--reset-factors]` connects as the owner of the database. */
import { join } from "node:path"
import { parseArgs } from "node:util"
import { connect } from "../../db/client.ts"
import { resetFactors, setRoleByEmail } from "../../db/queries/accounts/roles.ts"
import type { Role } from "../../db/queries/accounts/sessions.ts"
import { email } from "../../src/schema/fields.ts"
import { createToken, hashToken } from "../lib/sign-in/tokens.ts"
import { type OwnerAccess, openOwnerAccess } from "./database.ts"
import { runScript } from "./run-script.ts"
import { readDataSettings } from "./settings.ts"
import { StartFailure } from "./start-failure.ts"

const USAGE = `Usage: npm run make-admin -- EMAIL [--role=super_admin|admin|user] [--reset-factors]
--role           gives the account this role (super_admin by default); --role=user takes its role away
--reset-factors  removes passkeys, two-step login and sessions, and prints a link for a new password; the role stays unless --role is given`

const ROLE_TITLES: Record<Role, string> = {
  user: "an ordinary member",
  admin: "an admin",
  super_admin: "a super admin",
}

const isRole = (text: string): text is Role => Object.hasOwn(ROLE_TITLES, text)

/** A null role means that the role stays. Throws {@link StartFailure} for invalid input. */
function readArguments(): { email: string; role: Role | null; resetsFactors: boolean } {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { role: { type: "string" }, "reset-factors": { type: "boolean", default: false } },
    })
    const [address, ...more] = positionals
    const { data } = email.safeParse(address)
    const resetsFactors = values["reset-factors"]
    const role = values.role ?? (resetsFactors ? null : "super_admin")
    if (data && more.length === 0 && (role === null || isRole(role))) {
      return { email: data, role, resetsFactors }
    }
  } catch {
    // parseArgs() throws for an unknown option, and the usage explains the known ones.
  }
  throw new StartFailure(USAGE)
}

const getSignUpHint = (siteUrl: string | null) =>
  siteUrl
    ? `Sign up at ${new URL("/register", siteUrl)} first`
    : 'Start the site with "npm start" and sign up there, at /register, first'

const createNoAccountError = (email: string, siteUrl: string | null) =>
  new StartFailure(
    `There is no account with the address ${email}. ${getSignUpHint(siteUrl)}, then run this again.`,
  )

async function resetLogin(email: string, { ownerUrl, siteUrl }: OwnerAccess): Promise<string> {
  const token = createToken()
  const address = await resetFactors(connect(ownerUrl).as(null), email, hashToken(token))
  if (!address) throw createNoAccountError(email, siteUrl)
  const path = `/reset-password#${new URLSearchParams({ token, email: address })}`
  const link = siteUrl ? new URL(path, siteUrl).href : `${path} on your site`
  return `${address} no longer has passkeys, two-step login and sessions. Give them this link to choose a new password; it works once, for an hour:\n${link}`
}

async function changeRole(
  email: string,
  role: Role,
  { ownerUrl, siteUrl }: OwnerAccess,
): Promise<string> {
  const decision = await setRoleByEmail(connect(ownerUrl).as(null), email, role)
  if (!decision) throw createNoAccountError(email, siteUrl)
  if (decision.outcome === "last_super_admin") {
    throw new StartFailure(
      `${decision.email} is the last super admin and stays one: the site needs at least one. Make another member super admin first: npm run make-admin -- EMAIL`,
    )
  }
  if (decision.outcome === "unchanged") return `${decision.email} is ${ROLE_TITLES[role]} already.`
  const warning =
    role === "user" || decision.is_verified
      ? ""
      : "\nThis address was never confirmed by email. Make sure that the account really belongs to this person."
  return `${decision.email} is ${ROLE_TITLES[role]} now. The change applies from their next click.${warning}`
}

await runScript("Nothing was changed", async (undo) => {
  const { email, role, resetsFactors } = readArguments()
  const settings = readDataSettings(process.env, join(import.meta.dirname, "../.."))
  const owner = await openOwnerAccess(settings, undo)
  return [
    ...(role ? [await changeRole(email, role, owner)] : []),
    ...(resetsFactors ? [await resetLogin(email, owner)] : []),
  ].join("\n")
})
