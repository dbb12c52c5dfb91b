/** Checks of the services that the site needs, for the settings page of the admin area. */
import { randomBytes } from "node:crypto"
import { authDatabase, type Db } from "../../../db/client.ts"
import { findSession } from "../../../db/queries/accounts/sessions.ts"
import { getRowLevelSecurity } from "../../../db/queries/admin/system.ts"
import { getContentVersion } from "../../../db/queries/content-version.ts"
import { deleteFiles, getBytes, putFile } from "../pictures/storage.ts"
import { hashPassword, verifyPassword } from "../sign-in/password.ts"
import { hashToken } from "../sign-in/tokens.ts"

const TIMEOUT_MS = 5_000

/**
 * Runs a check and returns its result (`ok`) and its duration in milliseconds (`ms`).
 * If the check throws or takes too long, logs its name and returns `ok: false`.
 */
async function runProbe(name: string, check: () => Promise<boolean>) {
  const start = performance.now()
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(reject, TIMEOUT_MS, new Error(`no response within ${TIMEOUT_MS} ms`)).unref()
  })
  const ok = await Promise.race([check(), timeout]).catch((error) => {
    console.error(`The probe of ${name} failed:`, error instanceof Error ? error.message : error)
    return false
  })
  return { ok, ms: Math.round(performance.now() - start) }
}

async function canSignIn(db: Db): Promise<boolean> {
  const secret = randomBytes(16).toString("hex")
  const [hash] = await Promise.all([
    hashPassword(secret),
    findSession(db, hashToken(secret), { isWrite: false, isPublicSite: true }),
  ])
  return verifyPassword(hash, secret)
}

async function canStore(): Promise<boolean> {
  const name = `probes/${randomBytes(8).toString("hex")}`
  const content = randomBytes(32)
  try {
    await putFile(name, content)
    return (await getBytes(name))?.equals(content) ?? false
  } finally {
    await deleteFiles([name])
  }
}

/** Returns whether all tables have row-level security, and the database role of the site cannot bypass it. */
async function isRowLevelSecurityOn(db: Db): Promise<boolean> {
  const protection = await getRowLevelSecurity(db)
  return protection?.is_bound === true && protection.bare_tables === 0
}

export async function probeAll(db: Db, authDb = authDatabase("reads").as(null)) {
  const [database, authentication, storage, row_level_security] = await Promise.all([
    runProbe("the database", async () => (await getContentVersion(db)) > 0),
    runProbe("signing in", () => canSignIn(authDb)),
    runProbe("the file storage", canStore),
    runProbe("row-level security", () => isRowLevelSecurityOn(db)),
  ])
  return { database, authentication, storage, row_level_security }
}
