/** The version of what the prebuilt site is made from. */
import type { Db } from "../client.ts"

/** Rises with every change that readers could see. */
export async function contentVersion(db: Db): Promise<number> {
  const state = await db.one<{ version: number }>`select version from content_state`
  return state?.version ?? 0
}
