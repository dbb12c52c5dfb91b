/** Newsletter emails with an article. All emails of an article are one issue. */
import { randomUUID } from "node:crypto"
import { authDatabase } from "../../../db/client.ts"
import {
  type IssueArticle,
  type IssueTexts,
  leaseArticleIssue,
  OTHER_LANGUAGES,
} from "../../../db/queries/newsletter.ts"
import { articlePath } from "../../../src/features/news/article.ts"
import type { OutdatedChoice } from "../../../src/features/news/newsletter/newsletter.ts"
import { DEFAULT_LOCALE, LOCALES } from "../../../src/i18n/locales.ts"
import { localePath } from "../../../src/i18n/paths.ts"
import { escapeMarkdown } from "../../../src/markdown/escape.ts"
import { shortenToLine } from "../../../src/shared/description.ts"
import { renderContent } from "../child/texts.ts"
import { getSiteUrl } from "../http/site-url.ts"
import { createMailTranslator } from "../mail/mail-texts.ts"
import { canSendMail } from "../mail/send-mail.ts"
import { toLogLine } from "../monitoring/log.ts"
import { recordDueTime } from "../publishing/due-times.ts"
import { type IssueFile, MAX_SUBJECT_LENGTH } from "./issue-file.ts"
import { sendIssueEmails } from "./send-issue.ts"

const toBoldParagraphs = (text: string) =>
  text
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim())
    .map((paragraph) => `**${escapeMarkdown(paragraph)}**`)

function createArticleText({
  slug,
  title,
  excerpt,
  content,
  cover_image_url,
  cover_alt,
  language,
}: IssueArticle) {
  const t = createMailTranslator(language)
  const path = localePath(articlePath(slug), language)
  return {
    subject: shortenToLine(title, MAX_SUBJECT_LENGTH),
    content: [
      cover_image_url && `![${escapeMarkdown(cover_alt)}](${cover_image_url})`,
      `## ${escapeMarkdown(title)}`,
      ...toBoldParagraphs(excerpt ?? ""),
      content,
      `[${escapeMarkdown(t("mails:letters.read"))}](${path})`,
    ]
      .filter(Boolean)
      .join("\n\n"),
  }
}

/**
 * Returns the text of each language. `versions` contains the original article, followed by its translations.
 * If `isForAll`, readers of the other languages get the original. `outdated` is the text that a language
 * with an outdated translation gets.
 */
export function createIssueTexts(
  versions: IssueArticle[],
  {
    isForAll,
    outdated = "translation",
  }: { isForAll: boolean; outdated?: OutdatedChoice | undefined },
): IssueTexts {
  const texts: IssueTexts = {}
  const [original] = versions
  if (!original) return texts
  const originalText = { ...createArticleText(original), language: original.language }
  for (const version of versions) {
    const usesOriginal = version.is_outdated && outdated === "original"
    texts[version.language] = usesOriginal ? originalText : createArticleText(version)
  }
  if (isForAll) texts[OTHER_LANGUAGES] = originalText
  return texts
}

/** Returns the issue with its HTML. Renders a text that several languages share only once. */
export async function renderIssue(
  name: string,
  { [OTHER_LANGUAGES]: textForOthers, ...textsByLocale }: IssueTexts,
): Promise<IssueFile> {
  const htmlByContent = new Map<string, string>()
  const render = async <Text extends { content: string }>(text: Text) => {
    const { content } = text
    const html = htmlByContent.get(content) ?? (await renderContent(content))
    htmlByContent.set(content, html)
    return { ...text, html }
  }
  const texts: IssueFile["texts"] = new Map()
  for (const locale of LOCALES) {
    const text = textsByLocale[locale]
    if (text) texts.set(locale, await render(text))
  }
  const emptyText = { subject: "", content: "", language: DEFAULT_LOCALE }
  const fallback = await render(textForOthers ?? emptyText)
  return { issue: name, list: "newsletter", texts, fallback }
}

/** Netlify stops a scheduled function after 30 seconds, and publish-planned.ts has other work as well. */
const MAX_RUN_MS = 20_000
const EMAILS_PER_MINUTE = 120

/** Sends emails of one due issue, until all are sent or MAX_RUN_MS has passed. */
export async function sendArticleIssues(): Promise<void> {
  if (!canSendMail()) return
  const db = authDatabase().as(null)
  const runId = randomUUID()
  const issue = await leaseArticleIssue(db, runId)
  if (!issue) return
  const file = await renderIssue(issue.name, issue.texts)
  const result = await sendIssueEmails(
    {
      db,
      file,
      siteUrl: getSiteUrl(),
      perMinute: EMAILS_PER_MINUTE,
      signal: AbortSignal.timeout(MAX_RUN_MS),
      log: (line) => console.error(toLogLine(line)),
    },
    issue.id,
    runId,
  )
  // The next run sends the remaining emails.
  if (result !== "finished") await recordDueTime()
}
