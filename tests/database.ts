/** A database of a test file's own. */
import { randomBytes } from "node:crypto"
import pg from "pg"
import { afterAll, beforeAll, inject } from "vitest"
import { connect, type Database } from "../db/client.ts"
import { closePools } from "../db/plain-postgres.ts"

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

export interface TestDatabase {
  /** As daina_app, bound by row-level security. */
  app: Database
  /** As the owner, bound by nothing: for building what a test needs. */
  owner: Database
  appUrl: string
  /** As daina_build, which only reads what everybody may. */
  buildUrl: string
  ownerUrl: string
}

/**
 * Gives the file a fresh copy of the migrated database (`template: "daina"`), or an empty one
 * (`"template1"`), and points DATABASE_URL, which the functions read, at it.
 */
export function testDatabase(template: "daina" | "template1" = "daina"): TestDatabase {
  const name = `test_${randomBytes(6).toString("hex")}`
  const appUrl = withDatabase(inject("appUrl"), name)
  const buildUrl = withDatabase(inject("buildUrl"), name)
  const ownerUrl = withDatabase(inject("ownerUrl"), name)

  beforeAll(async () => {
    await onServer(`create database ${name} template ${template} owner daina_owner`)
    process.env.DATABASE_URL = appUrl
  })
  afterAll(async () => {
    await closePools()
    await onServer(`drop database ${name} with (force)`)
  })
  return { app: connect(appUrl), owner: connect(ownerUrl), appUrl, buildUrl, ownerUrl }
}
