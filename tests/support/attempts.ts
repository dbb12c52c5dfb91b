import { expect } from "vitest"
import type { Db } from "../../db/client.ts"
import { type BrowserResponse, getStatusAndCode } from "./browser-like.ts"

/**
 * Stores attempts as if the subject had just made them. `subject` is the IP address, member id or email address whose
 * attempts the rate limit counts. `count` is at most 1,000.
 */
export async function storeAttempts(
  db: Db,
  action: string,
  subject: string,
  count: number,
): Promise<void> {
  await db.one`
    select max(count_attempt(${action}, ${subject}, 1000, interval '1 hour'))
    from generate_series(1, ${count}::integer)`
}

/** Stores `count` actions toward a member's daily limit. `kind` is the name of the limit, such as `teams`. */
export const addToDailyCount = (db: Db, kind: string, member: string, count: number) => db.one`
  insert into attempts as a (action, subject, moments)
  values (${`${kind}-a-day`}, hash_attempt_subject(${member}),
    array_fill(clock_timestamp(), array[${count}::integer]))
  on conflict (action, subject) do update set moments = a.moments || excluded.moments`

export async function countAttempts(
  db: Db,
  action: string,
  subject: string,
  span: string,
): Promise<number> {
  const row = await db.one<{ count: number }>`
    select count(*) as count from attempts, unnest(moments) as moment
    where action = ${action} and subject = hash_attempt_subject(${subject})
      and moment > now() - ${span}::interval`
  return row?.count ?? 0
}

export const ageAttempts = (db: Db, span: string) => db.one`
  update attempts set last_at = last_at - ${span}::interval,
    moments = array(
        select moment - ${span}::interval from unnest(moments) as moment order by moment)`

export function expectRateLimited(
  response: BrowserResponse,
  maxSeconds: number,
  code = "rate_limited",
): void {
  expect(getStatusAndCode(response)).toEqual([429, code])
  const waitSeconds = Number(response.headers.get("retry-after"))
  expect(waitSeconds).toBeGreaterThan(0)
  expect(waitSeconds).toBeLessThanOrEqual(maxSeconds)
}
