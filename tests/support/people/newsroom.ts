import type { Db } from "../../../db/client.ts"
import type { GrantBody } from "../../../src/features/members/admin/schema.ts"
import type { Locale } from "../../../src/i18n/locales.ts"
import { makeUser, type UserOptions } from "../factories.ts"
import { type Member, openSignedInBrowser } from "./members.ts"

/** Newsroom right to write and publish articles in all languages. */
export const EDITOR: GrantBody = { kind: "editor" }
export const makeTranslatorGrant = (languages: Locale[]): GrantBody => ({
  kind: "translator",
  languages,
  may_publish: false,
})
export const makePublishingTranslatorGrant = (languages: Locale[]): GrantBody => ({
  kind: "translator",
  languages,
  may_publish: true,
})

export async function giveGrant(db: Db, userId: string, grant: GrantBody): Promise<void> {
  const { languages, may_publish } =
    grant.kind === "translator" ? grant : { languages: [], may_publish: false }
  await db.one`
    insert into news_grants (user_id, kind, languages, may_publish)
    values (${userId}, ${grant.kind}, ${languages}::locale_code[], ${may_publish})`
}

export async function makeWriter(
  db: Db,
  grant: GrantBody,
  options: UserOptions = {},
): Promise<Member> {
  const user = await makeUser(db, options)
  await giveGrant(db, user.id, grant)
  return { ...user, browser: await openSignedInBrowser(db, user.id) }
}
