/** The two calls that give a page of a chart: as the specification has them, and for a cache. */
import type { Context } from "hono"
import type { Db } from "../../../db/client.ts"
import { chartPage } from "../../../src/features/music/schema.ts"
import { fieldErrors } from "../../../src/problem.ts"
import { type ApiEnv, api } from "../api.ts"
import { readBody } from "../body.ts"
import { problem } from "../problem.ts"
import { cachePublicly } from "../public-cache.ts"

interface Chart<Row, Item> {
  path: string
  /** What the answer calls them. */
  plural: string
  read(db: Db, limit: number, offset: number): Promise<Row[]>
  answer(row: Row): Item
}

const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text))

/** An app with `POST {page, limit}` and `GET ?page=&limit=`, both without a session. */
export function chartCalls<Row, Item>({ path, plural, read, answer }: Chart<Row, Item>) {
  const app = api()

  const give = async (c: Context<ApiEnv>, page: number, limit: number) => {
    // One more tells whether there is another page.
    const rows = await read(c.var.db, limit + 1, (page - 1) * limit)
    return c.json({
      [plural]: rows.slice(0, limit).map(answer),
      next: rows.length > limit ? page + 1 : null,
    })
  }

  app.post(path, async (c) => {
    const body = await readBody(c, chartPage)
    return "refusal" in body ? body.refusal : give(c, body.body.page, body.body.limit)
  })

  app.get(path, async (c) => {
    const asked = chartPage.safeParse({
      page: numberOf(c.req.query("page")),
      limit: numberOf(c.req.query("limit")),
    })
    if (!asked.success) return problem("invalid", { errors: fieldErrors(asked.error.issues) })
    cachePublicly(c, "music")
    return give(c, asked.data.page, asked.data.limit)
  })

  return app
}
