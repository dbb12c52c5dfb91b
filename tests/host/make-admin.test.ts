/** Tests of `npm run make-admin`, which gives a member a role, or removes the member's second factors. */
import { readdir } from "node:fs/promises"
import { describe, expect, onTestFinished, test } from "vitest"
import { connect, type Db } from "../../db/client.ts"
import { migrate } from "../../db/migrate.ts"
import { setRoleByEmail } from "../../db/queries/accounts/roles.ts"
import { findLockHolder, lockDataFolder } from "../../netlify/host/data-folder.ts"
import { findRunningPid } from "../../netlify/host/postgres/cluster.ts"
import { chooseInstallation } from "../../netlify/host/postgres/installation.ts"
import { startPostgres } from "../../netlify/host/postgres/postgres.ts"
import { testDatabase } from "../support/database.ts"
import { makeSession, makeUser } from "../support/factories.ts"
import { makeUserWithFactor } from "../support/people/second-factor.ts"
import { resetPassword } from "../support/people/sign-in.ts"
import { runProgram } from "./support/started-host.ts"
import { makeTemporaryDataFolder, makeTemporaryFolder } from "./support/temporary-folder.ts"

const { db, ownerUrl, appUrl } = testDatabase()

const makeAdmin = (args: string[], env: Record<string, string>) =>
  runProgram(process.execPath, ["netlify/host/make-admin.ts", ...args], env)

async function getRefusal(args: string[], env: Record<string, string>): Promise<string> {
  const { code, output } = await makeAdmin(args, env)
  expect(code).toBe(1)
  return output
}

const makeAdminWithOwner = (...args: string[]) => makeAdmin(args, { DATABASE_OWNER_URL: ownerUrl })

const readRole = async (database: Db, { id }: { id: string }) =>
  (await database.one<{ role: string }>`select role from user_roles where user_id = ${id}`)?.role ??
  "user"

describe("with DATABASE_OWNER_URL", () => {
  test("a member becomes super admin, even if the command has the email address in capital letters", async () => {
    const member = await makeUser(db)
    const firstRun = await makeAdminWithOwner(member.email.toUpperCase())
    expect(firstRun).toMatchObject({ code: 0 })
    expect(firstRun.output).toContain(`${member.email} is a super admin now`)
    expect(await readRole(db, member)).toBe("super_admin")
    const secondRun = await makeAdminWithOwner(member.email)
    expect(secondRun).toEqual({ code: 0, output: `${member.email} is a super admin already.` })
  })

  test("the output warns if the member's email address is not confirmed", async () => {
    const [unconfirmed, confirmed] = [await makeUser(db), await makeUser(db)]
    await db.one`update users set email_verified_at = null where id = ${unconfirmed.id}`
    await db.one`update users set email_verified_at = now() where id = ${confirmed.id}`
    expect((await makeAdminWithOwner(unconfirmed.email)).output).toContain("never confirmed")
    expect((await makeAdminWithOwner(confirmed.email)).output).not.toContain("never confirmed")
  })

  test("--role gives and takes roles", async () => {
    await makeUser(db, { role: "super_admin" })
    const member = await makeUser(db)
    for (const role of ["admin", "super_admin", "admin", "user"]) {
      expect(await makeAdminWithOwner(member.email, `--role=${role}`)).toMatchObject({ code: 0 })
      expect(await readRole(db, member)).toBe(role)
    }
    const secondRun = await makeAdminWithOwner("--role", "user", member.email)
    expect(secondRun).toEqual({ code: 0, output: `${member.email} is an ordinary member already.` })
  })

  test("the last super admin keeps the role", async () => {
    await db.one`delete from user_roles`
    const superAdmin = await makeUser(db, { role: "super_admin" })
    for (const role of ["user", "admin"]) {
      const args = [superAdmin.email, `--role=${role}`]
      expect(await getRefusal(args, { DATABASE_OWNER_URL: ownerUrl })).toContain("last super admin")
    }
    expect(await readRole(db, superAdmin)).toBe("super_admin")
  })

  test("if the last two super admins are demoted at the same time, one of them keeps the role", async () => {
    for (let round = 0; round < 10; round++) {
      await db.one`delete from user_roles`
      const makeSuperAdmin = () => makeUser(db, { role: "super_admin" })
      const superAdmins = [await makeSuperAdmin(), await makeSuperAdmin()]
      const outcomes = await Promise.all(
        superAdmins.map(({ email }) => setRoleByEmail(db, email, "user")),
      )
      expect(outcomes.map((decision) => decision?.outcome).sort()).toEqual([
        "changed",
        "last_super_admin",
      ])
    }
  })
})

describe("make-admin --reset-factors", () => {
  test("factors and sessions are removed, the role stays, and the printed password link works once", async () => {
    const { id, email } = await makeUserWithFactor(db, { role: "super_admin" })
    await makeSession(db, id)
    await db.one`
      insert into passkeys (user_id, credential_id, public_key, name)
      values (${id}, sha256('a'), sha256('a'), 'Phone')`
    await db.one`update users set factor_due_at = now() - interval '1 day' where id = ${id}`
    const env = { DATABASE_OWNER_URL: ownerUrl, SITE_URL: "https://daina.example" }
    const { code, output } = await makeAdmin([email, "--reset-factors"], env)
    expect([code, await readRole(db, { id })]).toEqual([0, "super_admin"])
    const remaining = await db.one`
      select (select count(*) from second_factors f where f.user_id = u.id) as apps,
        (select count(*) from passkeys p where p.user_id = u.id) as passkeys,
        (select count(*) from sessions s where s.user_id = u.id) as sessions,
        factor_due_at > now() as has_time_for_factor
      from users u where id = ${id}`
    expect(remaining).toEqual({ apps: 0, passkeys: 0, sessions: 0, has_time_for_factor: true })
    const [, token = ""] =
      /https:\/\/daina\.example\/reset-password#token=([\w-]{43})/.exec(output) ?? []
    process.env.DATABASE_URL = appUrl
    expect((await resetPassword(token, "another-song")).status).toBe(204)
    expect((await resetPassword(token, "another-song")).status).toBe(410)
  })
})

describe("refusals", () => {
  test.each([[[]], [["--reset-factors"]]])(
    "for an unknown account, the command fails and says where to sign up (options %j)",
    async (options) => {
      const env = { DATABASE_OWNER_URL: ownerUrl, SITE_URL: "https://daina.example" }
      const output = await getRefusal(["nobody@daina.test", ...options], env)
      expect(output).toContain("no account with the address nobody@daina.test")
      expect(output).toContain("https://daina.example/register")
      const { output: outputWithoutUrl } = await makeAdminWithOwner("nobody@daina.test")
      expect(outputWithoutUrl, "without SITE_URL").toContain("npm start")
    },
  )

  test.each([
    [[]],
    [["a@daina.test", "b@daina.test"]],
    [["a@daina.test", "--role=toString"]],
    [["a@daina.test", "--rolle=admin"]],
  ])("for wrong arguments, the command fails and prints its usage: %j", async (args) => {
    const output = await getRefusal(args, { DATABASE_OWNER_URL: ownerUrl })
    expect(output).toContain("npm run make-admin -- EMAIL")
  })

  test("the app's database role is refused, and the message names DATABASE_OWNER_URL", async () => {
    const output = await getRefusal(["a@daina.test"], { DATABASE_URL: appUrl })
    expect(output).toContain("Set DATABASE_OWNER_URL")
  })

  test("a data folder without a database is refused and stays empty", async () => {
    const folder = await makeTemporaryFolder()
    const output = await getRefusal(["a@daina.test"], { DATA_DIR: folder })
    expect(output).toContain(`no database in ${folder} yet`)
    expect(await readdir(folder)).toEqual([])
  })

  test("an unreachable database is reported without its password", async () => {
    const url = "postgres://owner:top-secret@127.0.0.1:1/daina"
    const output = await getRefusal(["a@daina.test"], { DATABASE_OWNER_URL: url })
    expect(output).toContain("Nothing was changed")
    expect(output).not.toContain("top-secret")
  })
})

test("make-admin uses the embedded database, and fails while the host runs but its database does not", async () => {
  const folder = await makeTemporaryDataFolder()
  const installation = await chooseInstallation(folder)
  const lock = await lockDataFolder(folder, "http://127.0.0.1:4514")
  const postgres = await startPostgres(folder)
  onTestFinished(() => postgres.stop())
  await migrate(postgres)
  const embedded = connect(postgres.ownerUrl).as(null)
  const [firstAdmin, other] = [await makeUser(embedded), await makeUser(embedded)]
  const env = { DATA_DIR: folder }

  const postgresPid = await findRunningPid(installation)
  expect((await makeAdmin([firstAdmin.email], env)).output).toContain("is a super admin now")
  expect(await readRole(embedded, firstAdmin)).toBe("super_admin")
  expect((await makeAdmin(["nobody@daina.test"], env)).output).toContain(
    "http://127.0.0.1:4514/register",
  )
  expect(await findRunningPid(installation)).toBe(postgresPid)

  await postgres.stop()
  expect(await getRefusal([firstAdmin.email], env)).toContain("but its database does not")

  await lock.release()
  expect((await makeAdmin([other.email], env)).output).toContain("is a super admin now")
  expect(await findRunningPid(installation)).toBeNull()
  expect(await findLockHolder(folder)).toBeNull()
  expect((await makeAdmin([other.email], env)).output).toContain("is a super admin already")
}, 60_000)
