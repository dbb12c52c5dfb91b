/** The outbox as pages, for the person at this machine. */
import { createHash } from "node:crypto"
import { html, raw } from "hono/html"
import type { Mail, readMail } from "./outbox.ts"

type Page = ReturnType<typeof html>
type WholeMail = NonNullable<Awaited<ReturnType<typeof readMail>>>

const REFRESH_SECONDS = 5

const STYLE = `
:root { color-scheme: dark; --ink: oklch(0.155 0.018 300); --raise: oklch(0.2 0.02 300);
  --line: oklch(0.3 0.02 300); --text: oklch(0.96 0.008 300); --soft: oklch(0.76 0.015 300);
  --glow: oklch(0.93 0.21 122) }
* { box-sizing: border-box }
body { margin: 0 auto; padding: 32px 20px 64px; max-width: 760px; background: var(--ink);
  color: var(--text); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
h1 { margin: 12px 0 4px; font-size: 26px; line-height: 1.2 }
h2 { margin: 32px 0 8px; font-size: 14px; color: var(--soft) }
p { margin: 0 }
a { color: var(--glow); text-underline-offset: 3px }
a:focus-visible { outline: 2px solid var(--glow); outline-offset: 3px; border-radius: 4px }
.soft { color: var(--soft); font-size: 14px }
.empty, pre, dl, li a { background: var(--raise); border: 1px solid var(--line); border-radius: 12px }
.empty { margin-top: 24px; padding: 40px 20px; text-align: center; color: var(--soft) }
ul { list-style: none; margin: 24px 0 0; padding: 0; display: grid; gap: 10px }
li a { display: block; padding: 14px 18px; color: inherit; text-decoration: none }
li a:hover { border-color: var(--glow) }
.row { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 16px }
dl { margin: 0; padding: 14px 18px; display: grid; grid-template-columns: auto 1fr; gap: 2px 16px;
  font-size: 14px }
dt { color: var(--soft) }
dd { margin: 0 }
pre { margin: 0; padding: 18px; white-space: pre-wrap; font: inherit }
iframe { display: block; width: 100%; height: 640px; resize: vertical; background: #fff; border: 0;
  border-radius: 12px }
@media (max-width: 520px) { dl { grid-template-columns: 1fr } dd { margin-bottom: 8px } }
`

const hash = createHash("sha256").update(STYLE).digest("base64")

/** For the pages: no script, no style but theirs, no frame but the mail's. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${hash}'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** For a mail's HTML, wherever it is opened: it may look as it likes, and do nothing. */
export const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

const pageOf = (title: string, head: Page | string, body: Page): Page => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
${head}
<title>${title}</title>
<style>${raw(STYLE)}</style>
</head>
<body>${body}</body>
</html>
`

const moment = (date: string) =>
  html`<time datetime="${date}">${date.replace("T", " ").replace(/(\.\d+)?Z$/, " UTC")}</time>`

const item = ({ name, to, subject, date }: Mail) => html`
<li><a href="/dev/outbox/${name}">
  <strong>${subject || "(no subject)"}</strong>
  <span class="row soft"><span>${to}</span>${moment(date)}</span>
</a></li>`

/** All mails, newest first; it looks for new ones by itself. */
export const listPage = (mails: Mail[]): Page =>
  pageOf(
    "Outbox",
    html`<meta http-equiv="refresh" content="${REFRESH_SECONDS}">`,
    html`<main>
<h1>Outbox</h1>
<p class="soft">Mails of this site, kept here because SMTP_URL is not set. Only this machine can see them.</p>
${
  mails.length > 0
    ? html`<ul>${mails.map(item)}</ul>`
    : html`<p class="empty">No mail yet. Sign up, or ask for a new password, and it appears here.</p>`
}
</main>`,
  )

// Not the full stop or bracket of the sentence around an address.
const LINK = /https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]]/g

/** Text with its web addresses as links. */
function linked(text: string): Page[] {
  const parts: Page[] = []
  let end = 0
  for (const { 0: url, index } of text.matchAll(LINK)) {
    parts.push(html`${text.slice(end, index)}<a href="${url}">${url}</a>`)
    end = index + url.length
  }
  return [...parts, html`${text.slice(end)}`]
}

/** One mail: headers, text, and its HTML in a frame that can do nothing. */
export const mailPage = ({ name, to, subject, date, headers, text, html: body }: WholeMail): Page =>
  pageOf(
    subject || "(no subject)",
    "",
    html`<main>
<p><a href="/dev/outbox">All mails</a></p>
<h1>${subject || "(no subject)"}</h1>
<p class="row soft"><span>${to}</span>${moment(date)}</p>
<h2>Text</h2>
<pre>${text ? linked(text.trim()) : "(none)"}</pre>
${
  body
    ? html`<h2>HTML</h2>
<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" src="/dev/outbox/${name}/html" title="The mail's HTML"></iframe>`
    : ""
}
<h2>Headers</h2>
<dl>${headers.map(({ originalKey, value }) => html`<dt>${originalKey}</dt><dd>${value}</dd>`)}</dl>
</main>`,
  )

/** What stands at the address of a mail that is not there. */
export const missingPage = (): Page =>
  pageOf(
    "No such mail",
    "",
    html`<main>
<p><a href="/dev/outbox">All mails</a></p>
<h1>No such mail</h1>
<p class="soft">The outbox keeps the newest 200 of them.</p>
</main>`,
  )
