import type { Db } from "../client.ts"

export const deleteExpiredRows = (db: Db) => db.one`select delete_expired_rows()`
