/** A database of a test file's own. */
import { randomBytes } from "node:crypto"
import pg from "pg"
import { afterAll, beforeAll, inject } from "vitest"
import { type Claimed, connect, type Database } from "../../db/client.ts"
import { closePools } from "../../db/plain-postgres.ts"

/** The same server and login, another database. */
function withDatabase(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return String(address)
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client(inject("superuserUrl"))
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Members as daina_app, by claims that the owner has signed, one for each statement. */
function asMembers(appUrl: string, owner: Database): Database {
  const app = connect<Claimed>(appUrl)
  return {
    as(viewer, statementTimeout) {
      if (!viewer) return app.as(null, statementTimeout)
      const member = async () =>
        app.as({ claim: await claimOf(owner, viewer.userId) }, statementTimeout)
      return {
        batch: async (queries) => (await member()).batch(queries),
        many: async (...statement) => (await member()).many(...statement),
        one: async (...statement) => (await member()).one(...statement),
        value: async (...statement) => (await member()).value(...statement),
      }
    },
  }
}

/** What makes statements of daina_app that member's. */
export const claimOf = async (owner: Database, userId: string): Promise<string> =>
  (await owner.as(null).value<string>`select viewer_claim(${userId})`) ?? ""

export interface TestDatabase {
  /** As daina_app, bound by row-level security. */
  app: Database
  /** As daina_auth, which may name any member. */
  auth: Database
  /** As the owner, bound by nothing: for building what a test needs. */
  owner: Database
  appUrl: string
  authUrl: string
  /** As daina_build, which only reads what everybody may. */
  buildUrl: string
  ownerUrl: string
}

/**
 * Gives the file a fresh copy of the migrated database (`template: "daina"`), or an empty one
 * (`"template1"`), and points the addresses that the functions read at it.
 */
export function testDatabase(template: "daina" | "template1" = "daina"): TestDatabase {
  const name = `test_${randomBytes(6).toString("hex")}`
  const appUrl = withDatabase(inject("appUrl"), name)
  const authUrl = withDatabase(inject("authUrl"), name)
  const buildUrl = withDatabase(inject("buildUrl"), name)
  const ownerUrl = withDatabase(inject("ownerUrl"), name)

  beforeAll(async () => {
    await onServer(`create database ${name} template ${template} owner daina_owner`)
    process.env.DATABASE_URL = appUrl
    process.env.AUTH_DATABASE_URL = authUrl
  })
  afterAll(async () => {
    await closePools()
    await onServer(`drop database ${name} with (force)`)
  })
  const owner = connect(ownerUrl)
  return {
    app: asMembers(appUrl, owner),
    auth: connect(authUrl),
    owner,
    appUrl,
    authUrl,
    buildUrl,
    ownerUrl,
  }
}
