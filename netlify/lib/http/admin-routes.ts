import type { Context, Handler } from "hono"
import type { output, ZodMiniObject, ZodMiniType } from "zod/mini"
import type { Db } from "../../../db/client.ts"
import type { RowChange } from "../../../db/queries/content-version.ts"
import type { ListQuery, Page } from "../../../db/queries/paging.ts"
import type { Sort } from "../../../src/features/admin/list/query.ts"
import type { expectedUpdatedAt } from "../../../src/schema/fields.ts"
import type { ContentKind } from "../publishing/cdn-cache.ts"
import { requestBuild } from "../publishing/request-build.ts"
import type { ApiEnv } from "./api.ts"
import { refuse, requireFound } from "./problem.ts"
import { type Change, readBody, readChange, readListQuery } from "./request.ts"

type Route = Handler<ApiEnv>

const getId = (c: Context) => c.req.param("id") ?? ""

/**
 * Responds with the changed row, or with `not_found` if it is null.
 * Requests a build if built pages show the change.
 */
export async function respondWithRow(
  c: Context,
  kind: ContentKind,
  { row, hasChangedSite }: Pick<RowChange<object>, "row" | "hasChangedSite">,
  status: 200 | 201 = 200,
): Promise<Response> {
  if (hasChangedSite) await requestBuild(kind)
  return c.json(requireFound(row), status)
}

export const createListRoute =
  (
    name: string,
    read: (db: Db, query: ListQuery) => Promise<Page<unknown>>,
    defaultSort?: Sort,
  ): Route =>
  async (c) => {
    const { rows, next } = await read(c.var.db, readListQuery(c, defaultSort))
    return c.json({ [name]: rows, next })
  }

export const createReadRoute =
  (read: (db: Db, id: string) => Promise<object | null>): Route =>
  async (c) =>
    c.json(requireFound(await read(c.var.db, getId(c))))

/**
 * Creates a route that saves an edit.
 * It responds with `stale` if the row has changed since the body's `updated_at`.
 */
export const createSaveRoute =
  <Schema extends ZodMiniObject<{ updated_at: typeof expectedUpdatedAt }>>(
    schema: Schema,
    kind: ContentKind,
    save: (
      db: Db,
      id: string,
      expectedUpdatedAt: string,
      edit: Change<Omit<output<Schema>, "updated_at">>,
    ) => Promise<RowChange<object>>,
  ): Route =>
  async (c) => {
    const { expectedUpdatedAt, change } = await readChange(c, schema)
    const result = await save(c.var.db, getId(c), expectedUpdatedAt, change)
    if (result.row && !result.saved) refuse("stale", { current: result.row })
    return respondWithRow(c, kind, result)
  }

/** Creates a route that changes the row even if the row has changed since the admin loaded it. */
export const createUpdateRoute =
  <Schema extends ZodMiniType>(
    schema: Schema,
    kind: ContentKind,
    set: (db: Db, id: string, body: output<Schema>) => Promise<RowChange<object>>,
  ): Route =>
  async (c) =>
    respondWithRow(c, kind, await set(c.var.db, getId(c), await readBody(c, schema)))

interface BatchResult {
  done: string[]
  hasChangedSite: boolean
  version: number
}

/**
 * Creates a route that deletes a row.
 * Its response header `content-version` is the content version after the deletion.
 */
export const createDeleteRoute =
  (kind: ContentKind, remove: (db: Db, ids: string[]) => Promise<BatchResult>): Route =>
  async (c) => {
    const { done, hasChangedSite, version } = await remove(c.var.db, [getId(c)])
    if (done.length === 0) refuse("not_found")
    if (hasChangedSite) await requestBuild(kind)
    return c.body(null, 204, { "content-version": String(version) })
  }

/**
 * Creates a route that responds with a result for each id. If `returnsVersion` is true, the response also has the
 * content version of the first build that shows the changes.
 */
export const createActionRoute =
  <Action extends string>(
    schema: ZodMiniType<{ ids: string[]; action: Action }>,
    kind: ContentKind,
    run: (db: Db, ids: string[], action: Action) => Promise<BatchResult>,
    { returnsVersion = false } = {},
  ): Route =>
  async (c) => {
    const { ids, action } = await readBody(c, schema)
    const { done, hasChangedSite, version } = await run(c.var.db, ids, action)
    if (hasChangedSite) await requestBuild(kind)
    const results = ids.map((id) =>
      // Postgres returns UUIDs in lower case.
      done.includes(id.toLowerCase()) ? { id, ok: true } : { id, ok: false, code: "not_found" },
    )
    return c.json(returnsVersion ? { results, content_version: version } : { results })
  }
