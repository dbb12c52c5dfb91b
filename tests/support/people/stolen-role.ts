import { randomUUID } from "node:crypto"
import pg from "pg"
import type { Db } from "../../../db/client.ts"
import { makeArticle, makeUser, storeProfile } from "../factories.ts"
import { addMember, makeEvent, makePost, makeRequest, makeTeam } from "./teams.ts"

/** Each private text of the scene contains these words. */
export const PRIVATE_WORDS = "private-words"

/** Creates rows with private texts. Returns the rows' ids by kind, and the email address of their author. */
export async function makePrivateScene(db: Db) {
  const email = `${PRIVATE_WORDS}@daina.test`
  const { id: member } = await makeUser(db, { email, displayName: "Mari" })
  await storeProfile(db, member, { bio: PRIVATE_WORDS, date_of_birth: "2012-01-01" })
  const team = await makeTeam(db, { [(await makeUser(db)).id]: "owner" })
  await addMember(db, team.id, member, "member")
  const event = await makeEvent(db, team.id, { title: PRIVATE_WORDS, type: "team", author: member })
  const series = await db.value<string>`
    insert into event_series (team_id, rule, starts_at, ends_at, time_zone, until, generated_until)
    values (${team.id}, 'FREQ=WEEKLY;BYDAY=TH', '2026-01-01 18:00', '2026-01-01 20:00', 'Europe/Riga',
      '2100-01-01', '2026-01-01')
    returning id`
  await db.one`
    update events set series_id = ${series}, series_date = '2026-01-01', description = ${PRIVATE_WORDS},
      takes_signups = true
    where id = ${event.id}`
  const signup = await db.value<string>`
    insert into event_signups (event_id, user_id, status, note, offered_until)
    values (${event.id}, ${member}, 'offered', ${PRIVATE_WORDS}, now() - interval '1 minute') returning id`
  await db.one`
    insert into event_signups (event_id, name, status) values (${event.id}, ${PRIVATE_WORDS}, 'going')`
  const post = await makePost(db, team.id, member, { title: PRIVATE_WORDS, published: false })
  const article = await makeArticle(db, {
    title: PRIVATE_WORDS,
    content: PRIVATE_WORDS,
    published: false,
  })
  await db.one`update news set publish_at = now() - interval '1 minute' where id = ${article.id}`
  await db.one`
    insert into news_drafts (id, language, form) values (${article.id}, 'en', ${`{"title": "${PRIVATE_WORDS}"}`})`
  const request = await makeRequest(db, team.id, (await makeUser(db)).id)
  await db.one`update team_join_requests set message = ${PRIVATE_WORDS} where id = ${request}`
  const suggestion = randomUUID()
  await db.one`
    insert into suggestions (id, name, email, category, priority, title, description, language)
    values (${suggestion}, ${PRIVATE_WORDS}, ${email}, 'events', 'high', ${PRIVATE_WORDS}, ${PRIVATE_WORDS}, 'en')`
  const subscription = await db.value<string>`
    insert into subscriptions (list, email, language, consent_wording, consent_language)
    values ('newsletter', ${email}, 'en', ${PRIVATE_WORDS}, 'en') returning id`
  const mail = await db.value<string>`
    insert into mails (user_id, kind, language, about)
    values (${member}, 'event_message', 'en', ${JSON.stringify({ message: PRIVATE_WORDS })}::jsonb) returning id`
  await db.one`
    insert into mails (subscription_id, kind, language) values (${subscription}, 'confirm_newsletter', 'en')`
  const { id: leavingMember } = await makeUser(db)
  await db.one`update users set deletion_due_at = now() - interval '1 minute' where id = ${leavingMember}`
  await db.one`insert into audit_log (action, reason) values ('users.block', ${PRIVATE_WORDS})`
  await db.one`
    insert into attempts (action, subject, moments)
    values ('guess', hash_attempt_subject(${email}), array[now()]), ('preview', hash_attempt_subject(${email}), array[now()])`
  const ids = { member, team: team.id, event: event.id, series, signup, post: post.id }
  return { ...ids, article: article.id, request, suggestion, mail, email }
}

/** Returns a hash of the rows of each table, by the table's name. The hash shows whether a statement changed the table. */
export const hashTables = async (db: Db): Promise<Record<string, string>> => {
  const tables = await db.many<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`
  const hashes = await Promise.all(
    tables.map(async ({ name }) => {
      const text = `select coalesce(md5(string_agg(t::text, '' order by t::text)), '') as hash from ${name} t`
      const [rows] = await db.batch([{ text, params: [] }])
      return [name, String(Object(rows[0])["hash"])] as const
    }),
  )
  return Object.fromEntries(hashes)
}

/** SQL expression of an argument by its type. `callFunctions` replaces `{uuid}` and `{text}`. */
const ARGUMENT_EXPRESSIONS: Record<string, string> = {
  boolean: "true",
  integer: "1",
  bigint: "9",
  "double precision": "1",
  bytea: "sha256('guess')",
  interval: "'0'",
  "timestamp with time zone": "now()",
  "timestamp without time zone": "'2026-01-01'",
  "uuid[]": "array[{uuid}]::uuid[]",
  "text[]": "array['x']",
  jsonb: `'[{"action": "guess", "who": "x", "id": "x", "name": "x", "artists": ["x"], "url": "x"}]'`,
  uuid: "{uuid}",
  text: "{text}",
  citext: "{text}",
}

/** Calls each SQL function that the client's role may execute, with each id and text. Skips calls that fail. */
export async function callFunctions(
  client: pg.Client,
  db: Db,
  { ids, texts }: { ids: string[]; texts: string[] },
): Promise<{ name: string; result: string }[]> {
  const functions = await db.many<{ name: string; types: string[] }>`
    select p.proname as name, array(
      select format_type(t, null) from unnest(p.proargtypes::oid[]) with ordinality as a (t, position)
      order by position) as types
    from migrations.own_functions() own join pg_proc p on p.oid = own.id
    where has_function_privilege(${client.user ?? ""}, p.oid, 'execute')
      and p.prorettype <> 'trigger'::regtype
      -- These functions return their argument, which can be a private text.
      and p.proname not in ('plain_text', 'to_like_pattern')`
  const results: { name: string; result: string }[] = []
  for (const { name, types } of functions) {
    const calls = ids.flatMap((id) =>
      texts.map((text) => {
        const values = types.map((type) =>
          `(${ARGUMENT_EXPRESSIONS[type] ?? "null"})::${type}`
            .replace("{uuid}", `'${id}'`)
            .replace("{text}", `'${text}'`),
        )
        return `select t::text from ${name}(${values.join()}) as t`
      }),
    )
    for (const call of new Set(calls)) {
      try {
        results.push({ name, result: JSON.stringify((await client.query(call)).rows) })
      } catch (error) {
        if (!(error instanceof pg.DatabaseError)) throw error
      }
    }
  }
  return results
}

/** Reads all columns that the client's role may select. Returns the rows of each table as JSON text. */
export async function readTables(client: pg.Client, db: Db) {
  const tables = await db.many<{ name: string; columns: string }>`
    select c.oid::regclass::text as name, string_agg(quote_ident(a.attname), ', ') as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p', 'v', 'm') and c.relnamespace = 'public'::regnamespace
      and has_column_privilege(${client.user ?? ""}, c.oid, a.attnum, 'select')
    group by c.oid`
  const results: { name: string; result: string }[] = []
  for (const { name, columns } of tables) {
    const { rows } = await client.query(`select row(${columns})::text from ${name}`)
    results.push({ name, result: JSON.stringify(rows) })
  }
  return results
}

/** Tries to delete, insert and update rows in each table. Returns the statements that changed a row. */
export async function writeTables(client: pg.Client, db: Db): Promise<string[]> {
  const tables = await db.many<{ name: string; columns: string[] }>`
    select c.oid::regclass::text as name, array_agg(quote_ident(a.attname)) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace group by c.oid`
  const changingStatements: string[] = []
  for (const { name, columns } of tables) {
    const statements = [
      `delete from ${name}`,
      `insert into ${name} default values`,
      ...columns.map((column) => `update ${name} set ${column} = ${column}`),
    ]
    for (const statement of statements) {
      try {
        if ((await client.query(statement)).rowCount) changingStatements.push(statement)
      } catch (error) {
        if (!(error instanceof pg.DatabaseError)) throw error
      }
    }
  }
  return changingStatements
}
