/** An issue is the newsletter email with an article, in the languages of the article. */
import type { Config } from "@netlify/functions"
import {
  beginArticleIssue,
  countTestEmail,
  getArticleIssueStatus,
  type IssueArticle,
  listIssueArticles,
} from "../../db/queries/newsletter.ts"
import { sendBody, testBody } from "../../src/features/news/newsletter/newsletter.ts"
import {
  createApi,
  createHandler,
  getVisitor,
  requireNewsEditor,
  runAfterResponse,
} from "../lib/http/api.ts"
import { createRateLimitProblem, refuse, requireFound } from "../lib/http/problem.ts"
import { readBody, readLocale, requireUuid } from "../lib/http/request.ts"
import { getSiteUrl } from "../lib/http/site-url.ts"
import { canSendMail, sendMailNow } from "../lib/mail/send-mail.ts"
import {
  createIssueTexts,
  renderIssue,
  sendArticleIssues,
} from "../lib/newsletter/article-issue.ts"
import { createIssueEmail } from "../lib/newsletter/issue-email.ts"
import type { IssueFile } from "../lib/newsletter/issue-file.ts"
import { recordDueTime } from "../lib/publishing/due-times.ts"

const app = createApi().basePath("/api/admin/news/:id/newsletter")
app.get("*", requireNewsEditor)
app.use(requireUuid)

app.get("/", async (c) => {
  const status = await getArticleIssueStatus(c.var.db, c.req.param("id") ?? "")
  return c.json({ ...requireFound(status), can_send: canSendMail() })
})

/** Renders an issue for a preview or a test email, whose unsubscribe links do nothing. */
function renderSampleIssue(articles: IssueArticle[]): Promise<IssueFile> {
  if (articles.length === 0) refuse("original_unpublished")
  return renderIssue("sample", createIssueTexts(articles, { isForAll: true }))
}

// The dialog shows this page in a frame. Its Content-Security-Policy allows the inline styles of emails, which the
// Content-Security-Policy of the site forbids.
app.get("/preview", async (c) => {
  const file = await renderSampleIssue(await listIssueArticles(c.var.db, c.req.param("id") ?? ""))
  const { html } = createIssueEmail(
    { to: "", locale: readLocale(c), token: "preview" },
    file,
    getSiteUrl(),
  )
  return c.html(html, 200, {
    "content-security-policy": "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'",
  })
})

app.post("/test", async (c) => {
  const { language } = await readBody(c, testBody)
  if (!canSendMail()) refuse("sending_unavailable")
  const { wait, articles } = await countTestEmail(c.var.db, c.req.param("id") ?? "")
  if (wait > 0) return createRateLimitProblem(wait)
  const file = await renderSampleIssue(articles)
  const { email } = getVisitor(c)
  await sendMailNow(
    createIssueEmail({ to: email, locale: language, token: "test" }, file, getSiteUrl()),
  )
  return c.body(null, 204)
})

app.post("/", async (c) => {
  const { for_all, outdated } = await readBody(c, sendBody)
  if (!canSendMail()) refuse("sending_unavailable")
  const id = c.req.param("id") ?? ""
  const articles = await listIssueArticles(c.var.db, id)
  // Requires a decision about outdated translations. They may have become outdated while the dialog was open.
  if (!outdated && articles.some(({ is_outdated }) => is_outdated)) {
    refuse("invalid", { errors: { outdated: "required" } })
  }
  const texts = createIssueTexts(articles, { isForAll: for_all, outdated })
  await beginArticleIssue(c.var.db, id, texts)
  await recordDueTime()
  await runAfterResponse(c, sendArticleIssues())
  return c.body(null, 204)
})

export default createHandler(app)
export const config: Config = {
  path: [
    "/api/admin/news/:id/newsletter",
    "/api/admin/news/:id/newsletter/preview",
    "/api/admin/news/:id/newsletter/test",
  ],
}
