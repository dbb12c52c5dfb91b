/** Fills rate limits and checks their refusals. */
import { expect } from "vitest"
import type { Db } from "../../db/client.ts"
import { type Answer, result } from "./browser-like.ts"

/** Counts this many attempts, regardless of the limit. */
export async function useUp(db: Db, action: string, who: string, count: number): Promise<void> {
  await db.one`
    select max(take_attempt(${action}, ${who}, 1000, interval '1 hour'))
    from generate_series(1, ${count}::integer)`
}

/** Adds this many rows of a kind to a member's daily count. */
export const addToDay = (db: Db, kind: string, member: string, count: number) => db.one`
  insert into attempts as a (action, subject, moments)
  values (${`${kind}-a-day`}, attempt_subject(${member}),
    array_fill(clock_timestamp(), array[${count}::integer]))
  on conflict (action, subject) do update set moments = a.moments || excluded.moments`

/** Returns the number of attempts counted in the last `span` (a Postgres interval). */
export async function countOf(db: Db, action: string, who: string, span: string): Promise<number> {
  const row = await db.one<{ count: number }>`
    select count(*) as count from attempts, unnest(moments) as moment
    where action = ${action} and subject = attempt_subject(${who})
      and moment > now() - ${span}::interval`
  return row?.count ?? 0
}

/** Moves all attempts so far into the past. */
export const letPass = (db: Db, span: string) => db.one`
  update attempts set last_at = last_at - ${span}::interval,
    moments = array(select m - ${span}::interval from unnest(moments) as m order by m)`

/** Expects a refusal that asks the caller to wait at most this many seconds. */
export function expectRateLimited(
  answer: Answer,
  mostSeconds: number,
  code = "rate_limited",
): void {
  expect(result(answer)).toEqual([429, code])
  const wait = Number(answer.headers.get("retry-after"))
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(mostSeconds)
}
