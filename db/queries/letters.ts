/** Issues and their letters, for the script that sends them under the owner's rights. Hashes are in hexadecimal. */
import type { Db } from "../client.ts"
import type { LocaleCode } from "./codes.ts"
import type { LetterList } from "./subscriptions.ts"

export interface Issue {
  id: string
  finished_at: string | null
  /** Whether it was begun with the same text. */
  is_same_text: boolean
}

/** An issue that was begun before; null for a new one. */
export const findIssue = (db: Db, list: LetterList, name: string, textHash: string) =>
  db.one<Issue>`
    select id, finished_at, text_hash = decode(${textHash}, 'hex') as is_same_text
    from letter_issues where list = ${list} and name = ${name}`

/** Begins an issue, or takes it over from the run before; null when it is finished. */
export const beginIssue = (
  db: Db,
  issue: { list: LetterList; name: string; textHash: string; run: string },
) => db.one<{ id: string }>`
  insert into letter_issues as i (list, name, text_hash, run)
  values (${issue.list}, ${issue.name}, decode(${issue.textHash}, 'hex'), ${issue.run})
  on conflict (list, name) do update set run = excluded.run, text_hash = excluded.text_hash
  where i.finished_at is null
  returning id`

export interface IssueCount {
  language: LocaleCode
  waiting: number
}

/** How many still have to get it, by language; all of the list for an issue not begun (null). */
export const countWaiting = (db: Db, list: LetterList, issue: string | null) =>
  db.many<IssueCount>`
    select r.language, count(*) as waiting
    from letter_recipients(${list}) r
    left join letters l on l.issue_id = ${issue}::uuid and l.address_hash = r.address_hash
    where l.handed_over_at is null and l.refused_at is null
    group by r.language order by r.language`

export interface Outcome {
  sent: number
  /** Handed over, and then nothing was heard: these may have arrived. */
  uncertain: number
  refused: number
}

/** What became of an issue's letters so far. */
export async function outcomeOf(db: Db, issue: string): Promise<Outcome> {
  const row = await db.one<Outcome>`
    select count(*) filter (where sent_at is not null) as sent,
      count(*) filter (where handed_over_at is not null and sent_at is null) as uncertain,
      count(*) filter (where refused_at is not null) as refused
    from letters where issue_id = ${issue}`
  return row ?? { sent: 0, uncertain: 0, refused: 0 }
}

export interface Recipient {
  email: string
  language: LocaleCode
  address_hash: string
}

/** The next ones that have not got it, in the order of their hashes, after one of them (or ''). */
export const nextRecipients = (
  db: Db,
  { issue, list, after, most }: { issue: string; list: LetterList; after: string; most: number },
) => db.many<Recipient>`
  select r.email, r.language, encode(r.address_hash, 'hex') as address_hash
  from letter_recipients(${list}) r
  left join letters l on l.issue_id = ${issue}::uuid and l.address_hash = r.address_hash
  where r.address_hash > decode(${after}, 'hex')
    and l.handed_over_at is null and l.refused_at is null
  order by r.address_hash limit ${most}`

/** Which letter of which run. */
export interface LetterKey {
  issue: string
  run: string
  addressHash: string
  tokenHash: string
}

/** Notes a letter that is about to be sent; false when it is no longer wanted, or another run has it. */
export async function prepareLetter(db: Db, key: LetterKey, list: LetterList): Promise<boolean> {
  const row = await db.one`
    insert into letters as l (issue_id, address_hash, token_hash, language)
    select i.id, r.address_hash, decode(${key.tokenHash}, 'hex'), r.language
    from letter_issues i, letter_recipients(${list}) r
    where i.id = ${key.issue} and i.run = ${key.run}
      and r.address_hash = decode(${key.addressHash}, 'hex')
    on conflict (issue_id, address_hash) do update
    set token_hash = excluded.token_hash, language = excluded.language, last_error = null
    where l.handed_over_at is null and l.refused_at is null
    returning l.issue_id`
  return row !== null
}

/** Notes that a letter's end is about to follow; false when somebody else was faster: then it must not. */
export async function noteHandedOver(db: Db, key: LetterKey): Promise<boolean> {
  const row = await db.one`
    update letters l set handed_over_at = now() from letter_issues i
    where i.id = l.issue_id and i.id = ${key.issue} and i.run = ${key.run}
      and l.address_hash = decode(${key.addressHash}, 'hex')
      and l.token_hash = decode(${key.tokenHash}, 'hex') and l.handed_over_at is null
    returning l.issue_id`
  return row !== null
}

export async function noteLetterSent(db: Db, key: LetterKey): Promise<void> {
  await db.one`
    update letters set sent_at = now(), last_error = null
    where issue_id = ${key.issue} and token_hash = decode(${key.tokenHash}, 'hex')`
}

/** How a letter failed: `later` may be tried again, `refused` not in this issue, `uncertain` may be there. */
export type LetterFailure = "later" | "refused" | "uncertain"

export async function noteLetterFailed(
  db: Db,
  key: LetterKey,
  failure: LetterFailure,
  reason: string,
): Promise<void> {
  await db.one`
    update letters set last_error = left(${reason}, 500),
      handed_over_at = case when ${failure} = 'uncertain' then handed_over_at end,
      refused_at = case when ${failure} = 'refused' then now() end
    where issue_id = ${key.issue} and token_hash = decode(${key.tokenHash}, 'hex')`
}

/** Closes an issue that this run has brought to its end; false when another run has it now. */
export async function finishIssue(db: Db, issue: string, run: string): Promise<boolean> {
  const row = await db.one`
    update letter_issues set finished_at = now()
    where id = ${issue} and run = ${run} and finished_at is null
    returning id`
  return row !== null
}
