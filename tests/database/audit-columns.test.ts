import { expect, test } from "vitest"
import english from "../../public/locales/en/admin.json" with { type: "json" }
import { testDatabase } from "../support/database.ts"

const { db } = testDatabase()

/** Columns whose changes the page of the audit log does not show, because the columns have no label. */
const COLUMNS_WITHOUT_LABEL = [
  ...["content", "content_html", "description", "translations", "search_text", "signup_questions"],
  ...["id", "artist_id", "author_id", "idea_id", "original_id", "series_id", "team_id", "user_id"],
  ...["created_at", "published_at", "read_at", "text_changed_at", "translated_from", "updated_at"],
  ...["cover_focus_x", "cover_focus_y", "cover_is_decoration", "group_number", "is_detached"],
  ...["is_language_guessed", "offers_places", "reading_minutes", "version_hash"],
  ...["video_thumb_url", "video_type"],
  ...["kind", "languages", "may_publish"],
]

test("each audited column that daina_app may update has a label in the audit log", async () => {
  const columns = await db.many<{ name: string; table: string }>`
    select distinct p.column_name as name, p.table_name as table
    from information_schema.column_privileges p
    where p.grantee = 'daina_app' and p.privilege_type = 'UPDATE'
      and exists (
        select from pg_trigger t join pg_proc f on f.oid = t.tgfoid
        where t.tgrelid = p.table_name::regclass and f.proname = 'write_audit_row'
      )`
  const missing = columns.filter(
    ({ name }) => !(name in english.audit.fields) && !COLUMNS_WITHOUT_LABEL.includes(name),
  )
  expect(columns.length).toBeGreaterThan(30)
  expect(missing.map(({ name, table }) => `${table}.${name}`).sort()).toEqual([])
})
