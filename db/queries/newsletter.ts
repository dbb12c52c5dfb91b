/**
 * The newsletter and the shop's list: subscribing and unsubscribing, and issues, which a script sends under the
 * owner's rights. Links and addresses are known by hashes, in hexadecimal here.
 */

import type { NewsVersion } from "../../src/features/news/article.ts"
import type { NewsletterStatus } from "../../src/features/news/newsletter/newsletter.ts"
import type { Locale } from "../../src/i18n/locales.ts"
import { type Db, query } from "../client.ts"
import { countAttempt, countOwnAttempt } from "./accounts/attempts.ts"

export type MailingList = "newsletter" | "shop"

export interface NewSubscription {
  list: MailingList
  email: string
  language: Locale
  /** The sentence beside the button, and the language that it was in. */
  consent: { wording: string; language: Locale }
}

/**
 * Has a mail with a link to confirm sent, and says nothing about the address. Returns the seconds to wait
 * when too many were asked for from there, else 0.
 */
export async function subscribe(
  db: Db,
  { list, email, language, consent }: NewSubscription,
  caller: string,
): Promise<number> {
  const wait = await db.value<number>`
    select wait, case when wait = 0 then
      subscribe(${list}, ${email}, ${language}, ${consent.wording}, ${consent.language})
    end from ${countAttempt("newsletter", caller)}`
  return wait ?? 0
}

/** The list that the link's address is on now, or null when the link is no good. */
export const confirmSubscription = (db: Db, hash: string) =>
  db.value<MailingList>`select confirm_subscription(decode(${hash}, 'hex'))`

/** The list that the letter's address is not on any more, or null when no letter had the link. */
export const unsubscribe = (db: Db, hash: string) =>
  db.value<MailingList>`select unsubscribe(decode(${hash}, 'hex'))`

/** Removes what nobody confirmed within a week. */
export const deleteUnconfirmedSubscriptions = (db: Db) =>
  db.one`select delete_unconfirmed_subscriptions()`

export interface Issue {
  id: string
  finished_at: string | null
  /** Whether it was begun with the same text. */
  is_same_text: boolean
}

/** An issue that was begun before; null for a new one. */
export const findIssue = (db: Db, list: MailingList, name: string, textHash: string) =>
  db.one<Issue>`
    select id, finished_at, text_hash = decode(${textHash}, 'hex') as is_same_text
    from newsletter_issues where list = ${list} and name = ${name}`

/** Begins an issue, or takes it over from the run before; its id, null when it is finished. */
export const beginIssue = (
  db: Db,
  issue: { list: MailingList; name: string; textHash: string; run: string },
) => db.value<string>`
  insert into newsletter_issues as i (list, name, text_hash, run)
  values (${issue.list}, ${issue.name}, decode(${issue.textHash}, 'hex'), ${issue.run})
  on conflict (list, name) do update set run = excluded.run, text_hash = excluded.text_hash
  where i.finished_at is null
  returning id`

/** How many still have to get it, by language; all of the list for an issue not begun (null). */
export const countWaiting = (db: Db, list: MailingList, issue: string | null) =>
  db.many<{ language: Locale; waiting: number }>`
    select r.language, count(*) as waiting
    from newsletter_recipients(${list}) r
    left join newsletter_emails l on l.issue_id = ${issue}::uuid and l.address_hash = r.address_hash
    where l.handed_over_at is null and l.refused_at is null
    group by r.language order by r.language`

export interface IssueOutcome {
  sent: number
  /** Handed over, and then nothing was heard: these may have arrived. */
  uncertain: number
  refused: number
}

/** What became of an issue's letters so far. */
export async function outcomeOf(db: Db, issue: string): Promise<IssueOutcome> {
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

/** The next ones that have not got it, in the order of their hashes, after one of them (or ''). */
export const nextRecipients = (
  db: Db,
  { issue, after, most }: { issue: string; after: string; most: number },
) => db.many<Recipient>`
  select email, language, encode(address_hash, 'hex') as address_hash
  from unsent_issue_emails(${issue}, decode(${after}, 'hex'), ${most})`

/** Which letter of which run. */
export interface IssueEmailKey {
  issue: string
  run: string
  addressHash: string
  tokenHash: string
}

/** Notes a letter that is about to be sent; false when it is no longer wanted, or another run has it. */
export const prepareIssueEmail = (db: Db, { issue, run, addressHash, tokenHash }: IssueEmailKey) =>
  db.value<boolean>`
    select prepare_issue_email(${issue}, ${run}, decode(${addressHash}, 'hex'), decode(${tokenHash}, 'hex'))`

/** Notes that a letter's end is about to follow; false when somebody else was faster: then it must not. */
export const recordHandOver = (db: Db, { issue, run, addressHash, tokenHash }: IssueEmailKey) =>
  db.value<boolean>`
    select hand_over_issue_email(${issue}, ${run}, decode(${addressHash}, 'hex'), decode(${tokenHash}, 'hex'))`

/** How a letter failed: `later` may be tried again, `refused` not in this issue, `uncertain` may be there. */
export type IssueEmailFailure = "later" | "refused" | "uncertain"

export const recordIssueEmail = (
  db: Db,
  { issue, tokenHash }: IssueEmailKey,
  outcome: "sent" | IssueEmailFailure,
  reason = "",
) => db.one`select record_issue_email(${issue}, decode(${tokenHash}, 'hex'), ${outcome}, ${reason})`

/** Closes an issue that this run has brought to its end; false when another run has it now. */
export const finishIssue = (db: Db, issue: string, run: string) =>
  db.value<boolean>`select finish_issue(${issue}, ${run})`

/** What readers of a language get; those of others under ''. */
export type IssueTexts = Partial<Record<Locale, IssueText>> & {
  ""?: IssueText & { language: Locale }
}

interface IssueText {
  subject: string
  /** Markdown. */
  content: string
  /** Language of the text, if it differs from the reader's. */
  language?: Locale
}

/** What a letter is made from. */
export type IssueArticle = Pick<
  NewsVersion,
  "slug" | "title" | "excerpt" | "cover_image_url" | "cover_alt" | "language"
> & { content: string; is_outdated: boolean }

const issueArticlesQuery = (article: string) => query<IssueArticle>`
  select n.slug, n.title, n.excerpt, n.content, n.cover_image_url, n.cover_alt, n.language,
    n.is_outdated
  from get_safe_news() n
  where (n.id = ${article} or n.original_id = ${article}) and n.is_published
  order by n.original_id nulls first, n.language`

/** The published versions of an article, the original first. */
export const issueArticles = async (db: Db, article: string): Promise<IssueArticle[]> =>
  (await db.batch([issueArticlesQuery(article)]))[0]

/** An article's letters for who tries one; with the seconds to wait when there were too many tries, else 0. */
export async function articlesForTestEmail(db: Db, article: string) {
  const [[taken], letters] = await db.batch([
    query<{ wait: number }>`select wait from ${countOwnAttempt("test_email")}`,
    issueArticlesQuery(article),
  ])
  return { wait: taken?.wait ?? 0, letters }
}

/** Begins to send an article; false when it was begun before. */
export const beginArticleIssue = (db: Db, article: string, texts: IssueTexts) =>
  db.value<boolean>`select begin_article_issue(${article}, ${JSON.stringify(texts)}::jsonb)`

/** An article's issue that waits for its letters, for this run alone, or null. */
export const leaseArticleIssue = (db: Db, run: string) =>
  db.one<{ id: string; name: string; texts: IssueTexts }>`
    select id, name, texts from take_article_issue(${run})`

/** Returns the number of recipients of an article, the progress of sending it, and the languages of its versions. */
export async function articleIssueStatus(db: Db, article: string) {
  const [[status], letters] = await db.batch([
    query<NewsletterStatus>`select * from article_issue_status(${article})`,
    issueArticlesQuery(article),
  ])
  return (
    status && {
      ...status,
      languages: letters.map(({ language }) => language),
      outdated: letters.filter(({ is_outdated }) => is_outdated).map(({ language }) => language),
    }
  )
}
