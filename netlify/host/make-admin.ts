/**
 * `npm run make-admin -- EMAIL [--role=super_admin|admin|user] [--reset-factors]`: gives a member a role, or
 * takes theirs away (`user`); or lets somebody in again who has lost their second factor. Whoever may use the
 * database's owner login may do this.
 */
import { join } from "node:path"
import { parseArgs } from "node:util"
import { connect } from "../../db/client.ts"
import { closePools } from "../../db/plain-postgres.ts"
import { resetFactors, setRoleByEmail } from "../../db/queries/accounts/roles.ts"
import type { Role } from "../../db/queries/accounts/sessions.ts"
import { email } from "../../src/schema/fields.ts"
import { hashToken, newToken } from "../lib/sign-in/tokens.ts"
import { findOwner, type Owner } from "./database.ts"
import { onStopSignal } from "./processes.ts"
import { readPlaces } from "./settings.ts"
import { reasonOf, StartFailure } from "./start-failure.ts"

const USAGE = `Whom? Say it by their email address: npm run make-admin -- EMAIL
With --role=admin or --role=super_admin they get that role (super_admin without it), with --role=user they lose theirs.
With --reset-factors their passkeys, two-step login and sessions go, and a link for a new password is printed; their role stays, unless --role says otherwise.`

const TITLES: Record<Role, string> = {
  user: "an ordinary member",
  admin: "an admin",
  super_admin: "a super admin",
}

const isRole = (text: string): text is Role => Object.hasOwn(TITLES, text)

/** Returns the account's email and its new role (null keeps the role); throws {@link StartFailure} for other input. */
function readArguments(): { email: string; role: Role | null; resets: boolean } {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { role: { type: "string" }, "reset-factors": { type: "boolean", default: false } },
    })
    const [address, ...more] = positionals
    const { data } = email.safeParse(address)
    const resets = values["reset-factors"]
    const role = values.role ?? (resets ? null : "super_admin")
    if (data && more.length === 0 && (role === null || isRole(role))) {
      return { email: data, role, resets }
    }
  } catch {
    // An option that there is not.
  }
  throw new StartFailure(USAGE)
}

const signUpHint = (siteUrl: string | null) =>
  siteUrl
    ? `Sign up at ${new URL("/register", siteUrl)} first`
    : 'Start the site with "npm start" and sign up there, at /register, first'

const noAccount = (email: string, siteUrl: string | null) =>
  new StartFailure(`There is no account of ${email}. ${signUpHint(siteUrl)}, then run this again.`)

/** Removes their second factor, and says by which link they choose a new password. */
async function reset(email: string, { ownerUrl, siteUrl }: Owner): Promise<string> {
  const token = newToken()
  const address = await resetFactors(connect(ownerUrl).as(null), email, hashToken(token))
  if (!address) throw noAccount(email, siteUrl)
  const path = `/reset-password#${new URLSearchParams({ token, email: address })}`
  const link = siteUrl ? new URL(path, siteUrl).href : `${path} on your site`
  return `${address} has no passkeys, no two-step login and no sessions any more. Give them this link, by which they choose a new password; it works once, for an hour:\n${link}`
}

/** Gives the role and says what happened; throws {@link StartFailure} when it cannot be. */
async function give(email: string, role: Role, { ownerUrl, siteUrl }: Owner): Promise<string> {
  const decision = await setRoleByEmail(connect(ownerUrl).as(null), email, role)
  if (!decision) throw noAccount(email, siteUrl)
  if (decision.outcome === "last_super_admin") {
    throw new StartFailure(
      `${decision.email} is the last super admin and stays one, or nobody could run the site. Make somebody else super admin first: npm run make-admin -- EMAIL`,
    )
  }
  if (decision.outcome === "unchanged") return `${decision.email} is ${TITLES[role]} already.`
  const warning =
    role === "user" || decision.is_verified
      ? ""
      : "\nThis address was never confirmed by a mailed link: be sure that the account is really theirs."
  return `${decision.email} is ${TITLES[role]} now, from their next click on.${warning}`
}

// A database that was started for the moment is stopped properly, which takes a second.
onStopSignal(
  () => {},
  () => process.exit(130),
)
const undo = new AsyncDisposableStack()
undo.defer(closePools)
try {
  const { email, role, resets } = readArguments()
  const places = readPlaces(process.env, join(import.meta.dirname, "../.."))
  const owner = await findOwner(places, undo)
  if (role) console.log(await give(email, role, owner))
  if (resets) console.log(await reset(email, owner))
} catch (error) {
  console.error(
    error instanceof StartFailure ? error.message : `Nothing was changed: ${reasonOf(error)}`,
  )
  process.exitCode = 1
} finally {
  await undo.disposeAsync()
}
