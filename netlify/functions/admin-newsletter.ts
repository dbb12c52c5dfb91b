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
import { orNotFound, rateLimitProblem, refuse } from "../lib/http/problem.ts"
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
  return c.json({ ...orNotFound(status), can_send: canSendMail() })
})

/** Unsubscribe links of previews and test emails do nothing. */
function renderSampleIssue(articles: IssueArticle[]): Promise<IssueFile> {
  if (articles.length === 0) refuse("original_unpublished")
  return renderIssue("sample", createIssueTexts(articles, true))
}

/** The site's policy does not allow inline styles in frames. */
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
  if (wait > 0) return rateLimitProblem(wait)
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
  // A translation may have become outdated while the dialog was open.
  if (!outdated && articles.some(({ is_outdated }) => is_outdated)) {
    refuse("invalid", { errors: { outdated: "required" } })
  }
  const texts = createIssueTexts(articles, for_all, outdated)
  // A repeated request changes nothing.
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
