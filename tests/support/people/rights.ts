/** Tests of rights in SQL as daina_app: each statement runs once per kind of viewer and is rolled back. */
import pg from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { claimOf, type TestDatabase } from "../database.ts"

/** The number of rows, the text that a function returned (such as `done`), or the SQLSTATE of the refusal. */
export type Outcome = number | string

/** SQLSTATE of a missing right. */
export const DENIED = "42501"

/** Values of the `{names}` in statements. */
export type Scene = Record<string, string | null>

export type Row = [what: string, outcomes: readonly Outcome[], statement: string]

/** Returns a row for each statement; all have these outcomes, one per standing. */
export const rowsWith = (outcomes: readonly Outcome[], statements: Record<string, string>): Row[] =>
  Object.entries(statements).map(([what, statement]) => [what, outcomes, statement])

/** Defines one test per row, which runs the statement as each viewer; null is an anonymous visitor. */
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

  test.each(rows)("viewers who may %s", async (_what, outcomes, statement) => {
    const found: Record<string, Outcome> = {}
    for (const standing of standings) {
      const { viewer, scene } = sceneOf(standing)
      const text = statement.replace(/\{(\w+)\}/g, (_, name) => {
        const value = scene[name]
        if (value === undefined) throw new Error(`The scene has no row named ${name}`)
        return value === null ? "null" : `'${value}'`
      })
      found[standing] = await outcomeOf(viewer, text)
    }
    const expected = Object.fromEntries(standings.map((standing, at) => [standing, outcomes[at]]))
    expect(found).toEqual(expected)
  })
}
