/**
 * `npm run make-admin -- EMAIL [--role=super_admin|admin|user]`: gives a member a role, or takes theirs
 * away (`user`). Whoever may use the database's owner login may do this.
 */
import { join } from "node:path"
import { parseArgs } from "node:util"
import { connect } from "../../db/client.ts"
import { closePools } from "../../db/plain-postgres.ts"
import { setRoleByEmail } from "../../db/queries/roles.ts"
import type { Role } from "../../db/queries/sessions.ts"
import { findOwner, type Owner } from "./database.ts"
import { onStopSignal } from "./processes.ts"
import { readPlaces } from "./settings.ts"
import { reasonOf, StartFailure } from "./start-failure.ts"

const USAGE = `Whom? Say it by their email address: npm run make-admin -- EMAIL
With --role=admin or --role=super_admin they get that role (super_admin without it), with --role=user they lose theirs.`

const TITLES: Record<Role, string> = {
  user: "an ordinary member",
  admin: "an admin",
  super_admin: "a super admin",
}

const isRole = (text: string): text is Role => Object.hasOwn(TITLES, text)

/** Whom to give which role; throws {@link StartFailure} for anything else. */
function readArguments(): { email: string; role: Role } {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { role: { type: "string", default: "super_admin" } },
    })
    const [email, ...more] = positionals
    if (email?.includes("@") && more.length === 0 && isRole(values.role)) {
      return { email: email.trim(), role: values.role }
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

/** Gives the role and says what happened; throws {@link StartFailure} when it cannot be. */
async function give(email: string, role: Role, { ownerUrl, siteUrl }: Owner): Promise<string> {
  const decision = await setRoleByEmail(connect(ownerUrl).as(null), email, role)
  if (!decision) {
    throw new StartFailure(
      `There is no account of ${email}. ${signUpHint(siteUrl)}, then run this again.`,
    )
  }
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
  const { email, role } = readArguments()
  const places = readPlaces(process.env, join(import.meta.dirname, "../.."))
  console.log(await give(email, role, await findOwner(places, undo)))
} catch (error) {
  console.error(
    error instanceof StartFailure ? error.message : `The role was not changed: ${reasonOf(error)}`,
  )
  process.exitCode = 1
} finally {
  await undo.disposeAsync()
}
