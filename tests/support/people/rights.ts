/** Tests rights as daina_app: each statement runs once for each kind of viewer and is rolled back. */
import pg from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createClaim, type TestDatabase } from "../database.ts"

/** Outcome of a statement: the number of rows, the code that a function returned (such as `done`), or an SQLSTATE. */
export type Outcome = number | string

export const DENIED = "42501"

/** Values of the placeholders in statements, such as `{team}`, by name. */
export type Fixture = Record<string, string | null>

/** An action, the expected outcome for each kind of viewer (in the order of the kinds), and the statement. */
export type RightsCase = [action: string, outcomes: readonly Outcome[], statement: string]

/** Returns one case per statement, all with the same expected outcomes. `statements` maps actions to statements. */
export const expectSameOutcomes = (
  outcomes: readonly Outcome[],
  statements: Record<string, string>,
): RightsCase[] =>
  Object.entries(statements).map(([action, statement]) => [action, outcomes, statement])

/** Defines a test for each case. For a kind of viewer, `getFixture` returns the viewer's id and the placeholders' values. */
export function testRights<ViewerKind extends string>(
  { appUrl, owner }: TestDatabase,
  viewerKinds: readonly ViewerKind[],
  getFixture: (viewerKind: ViewerKind) => { viewer: string | null; scene: Fixture },
  cases: RightsCase[],
): void {
  let client: pg.Client
  beforeAll(async () => {
    client = new pg.Client(appUrl)
    await client.connect()
  })
  afterAll(() => client.end())

  async function runStatement(viewer: string | null, statement: string): Promise<Outcome> {
    await client.query("begin")
    try {
      const claim = viewer ? await createClaim(owner, viewer) : ""
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
    const actualOutcomes: Record<string, Outcome> = {}
    for (const viewerKind of viewerKinds) {
      const { viewer, scene } = getFixture(viewerKind)
      const text = statement.replace(/\{(\w+)\}/g, (_, name) => {
        const value = scene[name]
        if (value === undefined) throw new Error(`The fixture has no value named ${name}`)
        return value === null ? "null" : `'${value}'`
      })
      actualOutcomes[viewerKind] = await runStatement(viewer, text)
    }
    const expected = Object.fromEntries(
      viewerKinds.map((viewerKind, index) => [viewerKind, outcomes[index]]),
    )
    expect(actualOutcomes).toEqual(expected)
  })
}
