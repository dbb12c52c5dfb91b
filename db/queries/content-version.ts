/** The version of what the prebuilt site is made from. */
import { type Db, type Query, query } from "../client.ts"

/** Rises with every change that readers could see. */
export async function contentVersion(db: Db): Promise<number> {
  const state = await db.one<{ version: number }>`select version from content_state`
  return state?.version ?? 0
}

/** The same as a part of a batch: read before and after a write, it tells whether prebuilt pages changed. */
export const siteVersion = (): Query<{ version: number }> =>
  query`select version from content_state`
