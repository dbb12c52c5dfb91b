/**
 * Tests of rights in SQL as daina_app: each statement runs once per standing and is rolled back. A standing is a kind of
 * viewer, such as `owner` or `visitor`.
 */
import pg from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { claimOf, type TestDatabase } from "../database.ts"

/** The number of rows, the text that a function returned (such as `done`), or the SQLSTATE of the refusal. */
export type Outcome = number | string

/** SQLSTATE of a missing right. */
export const DENIED = "42501"

/** Values of the `{placeholders}` in statements. */
export type Fixture = Record<string, string | null>

/** An action, its outcomes in the order of the standings, and its statement. */
export type RightsCase = [action: string, outcomes: readonly Outcome[], statement: string]

/** Returns a case for each statement; all have these outcomes, one per standing. */
export const rowsWith = (
  outcomes: readonly Outcome[],
  statements: Record<string, string>,
): RightsCase[] =>
  Object.entries(statements).map(([action, statement]) => [action, outcomes, statement])

/** Defines one test per case, which runs the statement as the viewer of each standing; null is an anonymous visitor. */
export function testRights<Standing extends string>(
  { appUrl, owner }: TestDatabase,
  standings: readonly Standing[],
  fixtureOf: (standing: Standing) => { viewer: string | null; scene: Fixture },
  cases: RightsCase[],
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
      const [result] = Object.values(rows[0] ?? {})
      const isCode = rows.length === 1 && typeof result === "string" && /^[a-z_]+$/.test(result)
      return isCode ? result : rows.length
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code) return error.code
      throw error
    } finally {
      await client.query("rollback")
    }
  }

  test.each(cases)("viewers who may %s", async (_action, outcomes, statement) => {
    const found: Record<string, Outcome> = {}
    for (const standing of standings) {
      const { viewer, scene } = fixtureOf(standing)
      const text = statement.replace(/\{(\w+)\}/g, (_, name) => {
        const value = scene[name]
        if (value === undefined) throw new Error(`The fixture has no value named ${name}`)
        return value === null ? "null" : `'${value}'`
      })
      found[standing] = await outcomeOf(viewer, text)
    }
    const expected = Object.fromEntries(standings.map((standing, at) => [standing, outcomes[at]]))
    expect(found).toEqual(expected)
  })
}
