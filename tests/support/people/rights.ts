/** What each standing may do in SQL as daina_app. Every statement is tried, and rolled back. */
import pg from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { claimOf, type TestDatabase } from "../database.ts"

/** How many rows a statement gives, the word that a function answers, or the code of the refusal. */
export type Outcome = number | string

/** Postgres' code for a missing right. */
export const DENIED = "42501"

/** What stands for the `{names}` in statements. */
export type Scene = Record<string, string | null>

export type Row = [what: string, outcomes: readonly Outcome[], statement: string]

/** Rows of one outcome: statements by what they try. */
export const who = (outcomes: readonly Outcome[], statements: Record<string, string>): Row[] =>
  Object.entries(statements).map(([what, statement]) => [what, outcomes, statement])

/** One test per row: its statement by each of these viewers, who are null for nobody. */
export function testRights<Standing extends string>(
  { appUrl, owner }: TestDatabase,
  standings: readonly Standing[],
  sceneOf: (standing: Standing) => { viewer: string | null; scene: Scene },
  rows: Row[],
): void {
  let client: pg.Client
  beforeAll(async () => {
    client = new pg.Client(appUrl)
    await client.connect()
  })
  afterAll(() => client.end())

  async function outcomeOf(viewer: string | null, statement: string): Promise<Outcome> {
    await client.query("begin")
    try {
      const claim = viewer ? await claimOf(owner, viewer) : ""
      await client.query("select set_config('app.viewer', $1, true)", [claim])
      const { rows } = await client.query(statement)
      const [word] = Object.values(rows[0] ?? {})
      const isWord = rows.length === 1 && typeof word === "string" && /^[a-z_]+$/.test(word)
      return isWord ? word : rows.length
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code) return error.code
      throw error
    } finally {
      await client.query("rollback")
    }
  }

  test.each(rows)("who may %s", async (_what, outcomes, statement) => {
    const found: Record<string, Outcome> = {}
    for (const standing of standings) {
      const { viewer, scene } = sceneOf(standing)
      const text = statement.replace(/\{(\w+)\}/g, (_, name) => {
        const value = scene[name]
        if (value === undefined) throw new Error(`Nothing is called ${name}`)
        return value === null ? "null" : `'${value}'`
      })
      found[standing] = await outcomeOf(viewer, text)
    }
    const expected = Object.fromEntries(standings.map((standing, at) => [standing, outcomes[at]]))
    expect(found).toEqual(expected)
  })
}
