/**
 * An issue is one newsletter, sent to a mailing list by a run (one process at a time). Hashes of links and addresses
 * are in hexadecimal.
 */

import type { NewsVersion } from "../../src/features/news/article.ts"
import type { NewsletterStatus } from "../../src/features/news/newsletter/newsletter.ts"
import type { Locale } from "../../src/i18n/locales.ts"
import { type Db, query } from "../client.ts"
import { countAttemptSql, countOwnAttemptSql } from "./accounts/attempts.ts"

export type MailingList = "newsletter" | "shop"

/** Emails a confirmation link. `caller` is an IP address. Returns the seconds to wait, or 0. */
export async function subscribe(
  db: Db,
  subscription: {
    list: MailingList
    email: string
    language: Locale
    consent: { wording: string; language: Locale }
  },
  caller: string,
): Promise<number> {
  const { list, email, language, consent } = subscription
  const wait = await db.value<number>`
    select wait, case when wait = 0 then
      subscribe(${list}, ${email}, ${language}, ${consent.wording}, ${consent.language})
    end from ${countAttemptSql("newsletter", caller)}`
  return wait ?? 0
}

export const confirmSubscription = (db: Db, hash: string) =>
  db.value<MailingList>`select confirm_subscription(decode(${hash}, 'hex'))`

export const unsubscribe = (db: Db, hash: string) =>
  db.value<MailingList>`select unsubscribe(decode(${hash}, 'hex'))`

export const findIssue = (db: Db, list: MailingList, name: string, textHash: string) =>
  db.one<{ id: string; finished_at: string | null; is_same_text: boolean }>`
    select id, finished_at, text_hash = decode(${textHash}, 'hex') as is_same_text
    from newsletter_issues where list = ${list} and name = ${name}`

/** Creates the issue or takes it over from another run. Returns its id; null if the issue is finished. */
export const beginIssue = (
  db: Db,
  issue: { list: MailingList; name: string; textHash: string; run: string },
) => db.value<string>`
  insert into newsletter_issues as i (list, name, text_hash, run)
  values (${issue.list}, ${issue.name}, decode(${issue.textHash}, 'hex'), ${issue.run})
  on conflict (list, name) do update set run = excluded.run, text_hash = excluded.text_hash
  where i.finished_at is null
  returning id`

/**
 * Counts the recipients of each language whose email was neither handed over to the mail server nor refused. If `issue`
 * is null, counts all recipients of the list.
 */
export const countRemainingRecipients = (db: Db, list: MailingList, issue: string | null) =>
  db.many<{ language: Locale; count: number }>`
    select r.language, count(*) as count
    from list_newsletter_recipients(${list}) r
    left join newsletter_emails e on e.issue_id = ${issue}::uuid and e.address_hash = r.address_hash
    where e.handed_over_at is null and e.refused_at is null
    group by r.language order by r.language`

export interface IssueOutcome {
  sent: number
  /** The mail server did not confirm these emails, so they may have arrived. */
  uncertain: number
  refused: number
}

export async function getIssueOutcome(db: Db, issue: string): Promise<IssueOutcome> {
  const row = await db.one<IssueOutcome>`
    select count(*) filter (where sent_at is not null) as sent,
      count(*) filter (where handed_over_at is not null and sent_at is null) as uncertain,
      count(*) filter (where refused_at is not null) as refused
    from newsletter_emails where issue_id = ${issue}`
  return row ?? { sent: 0, uncertain: 0, refused: 0 }
}

export interface Recipient {
  email: string
  language: Locale
  address_hash: string
}

/**
 * Returns recipients sorted by the hash of their address. `after`
 * is the hash of the recipient before the first one.
 */
export const listNextRecipients = (
  db: Db,
  { issue, after, maxRows }: { issue: string; after: string; maxRows: number },
) => db.many<Recipient>`
  select email, language, encode(address_hash, 'hex') as address_hash
  from list_unsent_issue_emails(${issue}, decode(${after}, 'hex'), ${maxRows})`

export interface IssueEmailKey {
  issue: string
  run: string
  addressHash: string
  tokenHash: string
}

/** Returns false if the address unsubscribed, its email was handed over or refused, or another run sends the issue. */
export const prepareIssueEmail = (db: Db, { issue, run, addressHash, tokenHash }: IssueEmailKey) =>
  db.value<boolean>`
    select prepare_issue_email(${issue}, ${run}, decode(${addressHash}, 'hex'), decode(${tokenHash}, 'hex'))`

/**
 * Records the transfer just before the mail server accepts the email. Returns false if another run has sent the email;
 * the caller must then abort the transfer.
 */
export const recordHandOver = (db: Db, { issue, run, addressHash, tokenHash }: IssueEmailKey) =>
  db.value<boolean>`
    select hand_over_issue_email(${issue}, ${run}, decode(${addressHash}, 'hex'), decode(${tokenHash}, 'hex'))`

/** An email that failed with `later` is retried. An `uncertain` email is not retried, because it may have arrived. */
export type IssueEmailFailure = "later" | "refused" | "uncertain"

export const recordIssueEmail = (
  db: Db,
  { issue, tokenHash }: IssueEmailKey,
  outcome: "sent" | IssueEmailFailure,
  reason = "",
) => db.one`select record_issue_email(${issue}, decode(${tokenHash}, 'hex'), ${outcome}, ${reason})`

/** Returns false if another run has taken the issue over. */
export const finishIssue = (db: Db, issue: string, run: string) =>
  db.value<boolean>`select finish_issue(${issue}, ${run})`

/** Key of the text for readers in whose language the issue has no text. */
export const OTHER_LANGUAGES = ""

export type IssueTexts = Partial<Record<Locale, IssueText>> & {
  [OTHER_LANGUAGES]?: IssueText & { language: Locale }
}

interface IssueText {
  subject: string
  content: string
  /** Language of the text if it differs from the language of the reader. */
  language?: Locale
}

export type IssueArticle = Pick<
  NewsVersion,
  "slug" | "title" | "excerpt" | "cover_image_url" | "cover_alt" | "language"
> & { content: string; is_outdated: boolean }

const issueArticlesQuery = (article: string) => query<IssueArticle>`
  select n.slug, n.title, n.excerpt, n.content, n.cover_image_url, n.cover_alt, n.language,
    n.is_outdated
  from list_visible_news() n
  where (n.id = ${article} or n.original_id = ${article}) and n.is_published
  order by n.original_id nulls first, n.language`

export const listIssueArticles = async (db: Db, article: string): Promise<IssueArticle[]> =>
  (await db.batch([issueArticlesQuery(article)]))[0]

/** `wait` is the number of seconds until the next test email is allowed, or 0. */
export async function countTestEmail(db: Db, article: string) {
  const [[attempt], articles] = await db.batch([
    query<{ wait: number }>`select wait from ${countOwnAttemptSql("test-email")}`,
    issueArticlesQuery(article),
  ])
  return { wait: attempt?.wait ?? 0, articles }
}

/** Starts to send an article as a newsletter. Returns false if the article was or is being sent already. */
export const beginArticleIssue = (db: Db, article: string, texts: IssueTexts) =>
  db.value<boolean>`select begin_article_issue(${article}, ${JSON.stringify(texts)}::jsonb)`

export const leaseArticleIssue = (db: Db, run: string) =>
  db.one<{ id: string; name: string; texts: IssueTexts }>`
    select id, name, texts from lease_article_issue(${run})`

export async function getArticleIssueStatus(db: Db, article: string) {
  const [[status], articles] = await db.batch([
    query<NewsletterStatus>`select * from get_article_issue_status(${article})`,
    issueArticlesQuery(article),
  ])
  return (
    status && {
      ...status,
      languages: articles.map(({ language }) => language),
      outdated: articles.filter(({ is_outdated }) => is_outdated).map(({ language }) => language),
    }
  )
}
