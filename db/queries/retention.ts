import type { Db } from "../client.ts"

/** Deletes rows whose retention period is over (db/functions/29_retention.sql). */
export const deleteExpiredRows = (db: Db) => db.one`select delete_expired_rows()`
