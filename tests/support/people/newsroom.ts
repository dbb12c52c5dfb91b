/** Factories of editors, translators and translations. */
import type { Db } from "../../../db/client.ts"
import type { GrantBody } from "../../../src/features/members/admin/schema.ts"
import type { Locale } from "../../../src/i18n/locales.ts"
import { makeUser, type UserOptions } from "../factories.ts"
import { browserOf, type Member } from "./members.ts"

export const EDITOR: GrantBody = { kind: "editor" }
export const translator = (languages: Locale[], may_publish = false): GrantBody => ({
  kind: "translator",
  languages,
  may_publish,
})

/** Grants a member newsroom access. */
export async function giveGrant(db: Db, userId: string, grant: GrantBody): Promise<void> {
  const { languages, may_publish } =
    grant.kind === "translator" ? grant : { languages: [], may_publish: false }
  await db.one`
    insert into news_grants (user_id, kind, languages, may_publish)
    values (${userId}, ${grant.kind}, ${languages}::locale_code[], ${may_publish})`
}

/** Creates a signed-in editor or translator. */
export async function makeWriter(
  db: Db,
  grant: GrantBody,
  options: UserOptions = {},
): Promise<Member> {
  const user = await makeUser(db, options)
  await giveGrant(db, user.id, grant)
  return { ...user, browser: await browserOf(db, user.id) }
}

/** Creates an up-to-date translation, a draft by default, and returns its id. */
export async function makeTranslation(
  db: Db,
  originalId: string,
  language: Locale,
  { published = false, title = "A translation" } = {},
): Promise<string> {
  const row = await db.one<{ id: string }>`
    insert into news (original_id, slug, language, title, content, content_html, is_published,
      published_at, translated_from)
    select id, slug, ${language}, ${title}, 'Text.', '<p>Text.</p>', ${published},
      case when ${published} then date_trunc('milliseconds', now()) end, text_changed_at
    from news where id = ${originalId}
    returning id`
  if (!row) throw new Error("The translation was not stored")
  return row.id
}
