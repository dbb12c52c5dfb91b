import { randomBytes } from "node:crypto"
import pg from "pg"
import { afterAll, beforeAll, beforeEach, inject } from "vitest"
import { connect, type Database, type ViewerByClaim } from "../../db/client.ts"
import { closePools } from "../../db/plain-postgres.ts"

function withDatabase(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return String(address)
}

async function runAsSuperuser(statement: string): Promise<void> {
  const client = new pg.Client(inject("superuserUrl"))
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Connects as daina_app. The owner's connection signs the viewer claim of each member who runs statements. */
function connectAsMembers(appUrl: string, owner: Database): Database {
  const app = connect<ViewerByClaim>(appUrl)
  return {
    as(viewer, statementTimeout) {
      if (!viewer) return app.as(null, statementTimeout)
      const connectAsMember = async () =>
        app.as({ claim: await createClaim(owner, viewer.userId) }, statementTimeout)
      return {
        batch: async (queries) => (await connectAsMember()).batch(queries),
        many: async (...statement) => (await connectAsMember()).many(...statement),
        one: async (...statement) => (await connectAsMember()).one(...statement),
        value: async (...statement) => (await connectAsMember()).value(...statement),
      }
    },
  }
}

export const createClaim = async (owner: Database, userId: string): Promise<string> =>
  (await owner.as(null).value<string>`select create_viewer_claim(${userId})`) ?? ""

function newDatabase(template: "daina" | "template1") {
  const name = `test_${randomBytes(6).toString("hex")}`
  const appUrl = withDatabase(inject("appUrl"), name)
  const authUrl = withDatabase(inject("authUrl"), name)
  const buildUrl = withDatabase(inject("buildUrl"), name)
  const ownerUrl = withDatabase(inject("ownerUrl"), name)
  const owner = connect(ownerUrl)
  const database = {
    app: connectAsMembers(appUrl, owner),
    auth: connect(authUrl),
    owner,
    /** Runs statements with the rights of the database owner, without a viewer. */
    db: owner.as(null),
    appUrl,
    authUrl,
    /** URL with the role daina_build, which may read public content only. */
    buildUrl,
    ownerUrl,
  }

  async function create(): Promise<void> {
    // Copying the files takes half the time of the default strategy, which copies through the write-ahead log.
    await runAsSuperuser(
      `create database ${name} template ${template} owner daina_owner strategy file_copy`,
    )
    process.env.DATABASE_URL = appUrl
    process.env.AUTH_DATABASE_URL = authUrl
  }
  afterAll(async () => {
    await closePools()
    await runAsSuperuser(`drop database ${name} with (force)`)
  })
  return { database, create }
}

export type TestDatabase = ReturnType<typeof newDatabase>["database"]

/** Creates a copy of the migrated database (`daina`) or an empty database (`template1`) before the tests. */
export function testDatabase(template: "daina" | "template1" = "daina"): TestDatabase {
  const { database, create } = newDatabase(template)
  beforeAll(create)
  return database
}

/**
 * Creates a copy of the migrated database at once, so that the top level of a test file can insert rows. Deletes the
 * attempts that rate limits count before each test.
 */
export async function openTestDatabase() {
  const { database, create } = newDatabase("daina")
  await create()
  const { db } = database
  const run = (text: string, ...params: unknown[]) => db.batch([{ text, params }])
  const clear = (...tables: string[]) =>
    db.batch(tables.map((table) => ({ text: `delete from ${table}`, params: [] })))
  beforeEach(() => clear("attempts"))
  return { ...database, run, clear }
}
