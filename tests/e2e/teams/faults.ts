/** Faults of ours and of the way to us, as they really happen. */
import { randomBytes } from "node:crypto"
import type { Page } from "@playwright/test"
import type { Db } from "../../../db/client.ts"

/** What the browser says of the faults below, of refusals, and of a team newer than the build (404). */
export const FAULTS =
  /status of (403|404|409|415|500)|ERR_(INTERNET_DISCONNECTED|FAILED|NETWORK_CHANGED)/

/** Loses the connection for calls to this path, until the answer is called. */
export async function loseConnection(page: Page, path: string): Promise<() => Promise<void>> {
  await page.route(path, (route) => route.abort("internetdisconnected"))
  return () => page.unroute(path)
}

type Table = "teams" | "team_posts" | "team_join_requests" | "team_members" | "attempts"

/** Has the database fail at every write of such rows of a table, until the answer is called. */
export async function breakWrites(
  db: Db,
  table: Table,
  column: "team_id" | "name" | "slug" | "subject",
  value: string,
): Promise<() => Promise<void>> {
  const name = `fault_${randomBytes(5).toString("hex")}`
  const run = (text: string) => db.batch([{ text, params: [] }])
  await run(`create function ${name}() returns trigger language plpgsql as $$
    begin
      if coalesce(new.${column}, old.${column})::text = '${value}' then raise 'out of order'; end if;
      return coalesce(new, old);
    end $$`)
  await run(`create trigger ${name} before insert or update or delete on ${table}
    for each row execute function ${name}()`)
  return async () => {
    await run(`drop function ${name} cascade`)
  }
}
