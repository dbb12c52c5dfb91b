import { createHash, randomUUID } from "node:crypto"
import type { Db } from "../../../db/client.ts"
import type { MailingList } from "../../../db/queries/newsletter.ts"
import type { Locale } from "../../../src/i18n/locales.ts"

export async function makeSubscriber(
  db: Db,
  email: string,
  options: { list?: MailingList; language?: Locale; confirmed?: boolean } = {},
): Promise<void> {
  const { list = "newsletter", language = "en", confirmed = true } = options
  await db.one`
    insert into subscriptions (list, email, language, consent_wording, consent_language, confirmed_at)
    values (${list}, ${email}, ${language}, 'Write to me.', 'en', case when ${confirmed} then now() end)`
}

/** Stores a sent newsletter email. Returns the token of its unsubscribe link. */
export async function makeIssueEmail(
  db: Db,
  email: string,
  list: MailingList = "newsletter",
): Promise<string> {
  const token = randomUUID().replaceAll("-", "").padEnd(43, "x")
  const hash = createHash("sha256").update(token).digest("hex")
  await db.one`
    with issue as (
      insert into newsletter_issues (list, name, text_hash, run)
      values (${list}, ${randomUUID()}, sha256('text'), ${randomUUID()}) returning id
    )
    insert into newsletter_emails (issue_id, address_hash, token_hash, language, handed_over_at, sent_at)
    select id, hash_address(${email}), decode(${hash}, 'hex'), 'en', now(), now() from issue`
  return token
}

export interface SubscriptionRow {
  list: MailingList
  language: Locale
  is_confirmed: boolean
}

export const listSubscriptions = (db: Db, email: string) => db.many<SubscriptionRow>`
  select list, language, confirmed_at is not null as is_confirmed
  from subscriptions where email = ${email} order by list, consented_at`
