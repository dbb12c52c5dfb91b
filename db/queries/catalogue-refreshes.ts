/** When the music services are asked again; several instances take turns by it. */
import type { Db } from "../client.ts"

export interface Turn {
  /** Whose songs are in the chart, null while it is empty. */
  provider: string | null
  /** Whether they were fetched more than a day ago. */
  is_old: boolean
}

/**
 * The turn to ask these providers, null while it is not due or somebody else's. Due at once where other
 * providers are wanted than the last time.
 */
export const takeRefresh = (db: Db, wanted: string) => db.one<Turn>`
  select provider, is_old from take_catalogue_refresh(${wanted})`

/** Ends the turn: well, or with what went wrong and for how many seconds at least to leave it. */
export const endRefresh = (db: Db, problem: string | null, pauseSeconds = 0) =>
  db.one`select end_catalogue_refresh(${problem}, ${pauseSeconds})`
