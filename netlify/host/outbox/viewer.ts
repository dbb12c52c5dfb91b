/** Pages that show the outbox. The host prints their link `/dev/outbox/SECRET` at each start, with a new secret. */
import { createHash, randomBytes } from "node:crypto"
import { Hono } from "hono"
import { html, raw } from "hono/html"
import { MAX_MAILS, type Mail, readMail, readMails } from "./outbox.ts"

type Html = ReturnType<typeof html>

const REFRESH_SECONDS = 5

const STYLE = `
:root { color-scheme: dark light }
body { margin: 32px auto; padding: 0 20px; max-width: 760px; font: 16px/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere }
li { margin: 12px 0 }
pre { white-space: pre-wrap; font: inherit }
dd { margin: 0 0 8px }
iframe { width: 100%; height: 640px; background: #fff; border: 0 }
`

const styleHash = createHash("sha256").update(STYLE).digest("base64")

/** Content-Security-Policy that allows no scripts, only the styles above, and only the frame with the email's HTML. */
const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Content-Security-Policy of an email's HTML, which needs inline styles. */
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

const RESPONSE_HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": PAGE_POLICY,
  "x-robots-tag": "noindex",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
}

const renderPage = (title: string, head: Html | string, body: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
${head}
<title>${title}</title>
<style>${raw(STYLE)}</style>
</head>
<body><main>${body}</main></body>
</html>
`

const renderTime = (date: string) =>
  html`<time datetime="${date}">${date.replace("T", " ").replace(/(\.\d+)?Z$/, " UTC")}</time>`

const getSubject = ({ subject }: Mail) => subject || "(no subject)"

const renderListPage = (mails: Mail[], path: string): Html =>
  renderPage(
    "Outbox",
    html`<meta http-equiv="refresh" content="${REFRESH_SECONDS}">`,
    html`<h1>Outbox</h1>
<p>Emails of this site, stored here because SMTP_URL is not set. Only people with the printed link see them.</p>
${mails.length === 0 && html`<p>No email yet. Sign up, or ask for a new password, and it appears here.</p>`}
<ul>${mails.map(
      (mail) => html`
<li><a href="${path}/${mail.name}">${getSubject(mail)}</a><br>${mail.to}, ${renderTime(mail.date)}</li>`,
    )}</ul>`,
  )

const LINK_PATTERN = /(https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]])/

/** Makes URLs links. `split` puts the matched URLs at odd positions. */
const renderLinks = (text: string): Html[] =>
  text
    .split(LINK_PATTERN)
    .map((part, i) => (i % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`))

const renderMailPage = (mail: Mail, path: string): Html =>
  renderPage(
    getSubject(mail),
    "",
    html`<p><a href="${path}">All emails</a></p>
<h1>${getSubject(mail)}</h1>
<p>${mail.to}, ${renderTime(mail.date)}</p>
<h2>Text</h2>
<pre>${mail.text ? renderLinks(mail.text.trim()) : "(none)"}</pre>
${
  mail.html &&
  html`<h2>HTML</h2>
<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" src="${path}/${mail.name}/html" title="The email's HTML"></iframe>`
}
<h2>Headers</h2>
<dl>${mail.headers.map(({ originalKey, value }) => html`<dt>${originalKey}</dt><dd>${value}</dd>`)}</dl>`,
  )

const renderMissingPage = (path: string): Html =>
  renderPage(
    "No such email",
    "",
    html`<p><a href="${path}">All emails</a></p>
<h1>No such email</h1>
<p>The outbox keeps the newest ${MAX_MAILS} emails.</p>`,
  )

export type OutboxViewer = ReturnType<typeof createOutboxViewer>

export function createOutboxViewer(folder: string, origin: string) {
  const path = `/dev/outbox/${randomBytes(32).toString("base64url")}`
  const app = new Hono()
  app.get(path, async (c) =>
    c.html(renderListPage(await readMails(folder), path), 200, RESPONSE_HEADERS),
  )
  app.get(`${path}/:name`, async (c) => {
    const mail = await readMail(folder, c.req.param("name"))
    return mail
      ? c.html(renderMailPage(mail, path), 200, RESPONSE_HEADERS)
      : c.html(renderMissingPage(path), 404, RESPONSE_HEADERS)
  })
  app.get(`${path}/:name/html`, async (c) => {
    const mail = await readMail(folder, c.req.param("name"))
    if (!mail) return c.html(renderMissingPage(path), 404, RESPONSE_HEADERS)
    // Links open in a new tab, because no page of the site can be shown in this frame.
    const body = mail.html.replace(/<head>/i, '<head><base target="_blank">')
    return c.html(body, 200, { ...RESPONSE_HEADERS, "content-security-policy": MAIL_POLICY })
  })
  return { link: origin + path, app }
}
