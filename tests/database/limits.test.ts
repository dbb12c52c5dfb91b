import { expect, test } from "vitest"
import { REFRESH_INTERVAL_HOURS } from "../../netlify/lib/catalogue/refresh.ts"
import { BIO_MAX, DISPLAY_NAME_MAX } from "../../src/features/account/profile/schema.ts"
import { EVENT_LIMITS } from "../../src/features/events/schema.ts"
import { GUESTS_MAX } from "../../src/features/events/signups/schema.ts"
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_NAME_LENGTH,
  MAX_TITLE_LENGTH,
} from "../../src/features/ideas/choices.ts"
import { MAX_BLOCK_REASON_LENGTH } from "../../src/features/members/admin/schema.ts"
import { WORDS_PER_MINUTE } from "../../src/features/news/schema.ts"
import { RELEASE_LIMITS } from "../../src/features/releases/schema.ts"
import { MAX_DETAILS_LENGTH, MAX_REPLY_LENGTH } from "../../src/features/reports/schema.ts"
import { MAX_MESSAGE_LENGTH, POST_LIMITS, TEAM_LIMITS } from "../../src/features/teams/schema.ts"
import { MAX_SLUG_LENGTH } from "../../src/shared/slug.ts"
import { testDatabase } from "../support/database.ts"

const { db } = testDatabase()

test.each<[table: string, column: string, limit: number]>([
  ["profiles", "display_name", DISPLAY_NAME_MAX],
  ["profiles", "bio", BIO_MAX],
  ["users", "blocked_reason", MAX_BLOCK_REASON_LENGTH],
  ["teams", "name", TEAM_LIMITS.name],
  ["teams", "description", TEAM_LIMITS.description],
  ["teams", "location", TEAM_LIMITS.location],
  ["teams", "slug", MAX_SLUG_LENGTH],
  ["team_join_requests", "message", MAX_MESSAGE_LENGTH],
  ["team_posts", "title", POST_LIMITS.title],
  ["team_posts", "content", POST_LIMITS.content],
  ["events", "title", EVENT_LIMITS.title],
  ["events", "description", EVENT_LIMITS.description],
  ["events", "guests_max", GUESTS_MAX],
  ["event_signups", "guests", GUESTS_MAX],
  ["ideas", "title", MAX_TITLE_LENGTH],
  ["ideas", "description", MAX_DESCRIPTION_LENGTH],
  ["releases", "title", RELEASE_LIMITS.title],
  ["releases", "note", RELEASE_LIMITS.note],
  ["releases", "link_url", RELEASE_LIMITS.link_url],
  ["suggestions", "name", MAX_NAME_LENGTH],
  ["reports", "details", MAX_DETAILS_LENGTH],
  ["report_cases", "reply", MAX_REPLY_LENGTH],
])("the maximum of %s.%s in the database equals the constant", async (table, column, limit) => {
  const checks = await db.many<{ definition: string }>`
    select pg_get_constraintdef(c.oid) as definition
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.conrelid = ${table}::regclass and c.contype = 'c' and a.attname = ${column}`
  const texts = checks.map(({ definition }) => definition).join()
  expect(texts).toMatch(new RegExp(`<= ${limit}\\b`))
})

test("the column reading_minutes uses WORDS_PER_MINUTE", async () => {
  const row = await db.one<{ expression: string }>`
    select pg_get_expr(d.adbin, d.adrelid) as expression
    from pg_attrdef d
    join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    where d.adrelid = 'news'::regclass and a.attname = 'reading_minutes'`
  expect(row?.expression).toContain(`/ ${WORDS_PER_MINUTE}.0`)
})

test("the SQL function of the catalogue refresh uses REFRESH_INTERVAL_HOURS", async () => {
  const row = await db.one<{ source: string }>`
    select prosrc as source from pg_proc where proname = 'end_catalogue_refresh'`
  expect(row?.source).toContain(
    `when problem is null then interval '${REFRESH_INTERVAL_HOURS} hours'`,
  )
})
