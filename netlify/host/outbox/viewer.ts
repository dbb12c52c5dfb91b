/** Answers `/dev/outbox`, to whoever opened the link that the host printed. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto"
import { type Handler, Hono } from "hono"
import { getCookie } from "hono/cookie"
import { html, raw } from "hono/html"
import { type Mail, readMail, readMails } from "./outbox.ts"

type Page = ReturnType<typeof html>
type WholeMail = NonNullable<Awaited<ReturnType<typeof readMail>>>

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

const hash = createHash("sha256").update(STYLE).digest("base64")

/** For the pages: no script, no style but theirs, no frame but the mail's. */
const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${hash}'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** For a mail's HTML, wherever it is opened: it may look as it likes, and do nothing. */
const MAIL_POLICY =
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
<li><a href="/dev/outbox/${name}">${subject || "(no subject)"}</a><br>${to}, ${moment(date)}</li>`

/** All mails, newest first; it looks for new ones by itself. */
const listPage = (mails: Mail[]): Page =>
  pageOf(
    "Outbox",
    html`<meta http-equiv="refresh" content="${REFRESH_SECONDS}">`,
    html`<main>
<h1>Outbox</h1>
<p>Emails of this site, kept here because SMTP_URL is not set. Only browsers that opened the printed link see them.</p>
${
  mails.length > 0
    ? html`<ul>${mails.map(item)}</ul>`
    : html`<p>No email yet. Sign up, or ask for a new password, and it appears here.</p>`
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
const mailPage = ({ name, to, subject, date, headers, text, html: body }: WholeMail): Page =>
  pageOf(
    subject || "(no subject)",
    "",
    html`<main>
<p><a href="/dev/outbox">All emails</a></p>
<h1>${subject || "(no subject)"}</h1>
<p>${to}, ${moment(date)}</p>
<h2>Text</h2>
<pre>${text ? linked(text.trim()) : "(none)"}</pre>
${
  body
    ? html`<h2>HTML</h2>
<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" src="/dev/outbox/${name}/html" title="The email's HTML"></iframe>`
    : ""
}
<h2>Headers</h2>
<dl>${headers.map(({ originalKey, value }) => html`<dt>${originalKey}</dt><dd>${value}</dd>`)}</dl>
</main>`,
  )

/** What stands at the address of a mail that is not there. */
const missingPage = (): Page =>
  pageOf(
    "No such email",
    "",
    html`<main>
<p><a href="/dev/outbox">All emails</a></p>
<h1>No such email</h1>
<p>The outbox keeps the newest 200 of them.</p>
</main>`,
  )

export interface Outbox {
  app: Hono
  link: string
}

const PATH = "/dev/outbox"
const COOKIE = "daina_outbox"

const newSecret = () => randomBytes(32).toString("base64url")
const digest = (text: string) => createHash("sha256").update(text).digest()
const isSame = (one: string, other: string) => timingSafeEqual(digest(one), digest(other))

const HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": PAGE_POLICY,
  "x-robots-tag": "noindex",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
}

/**
 * Shows the mails of a folder to browsers that have opened `link`, until the host ends; to everybody else
 * there is nothing. A link opens once; whoever uses it has the next one printed, for another browser.
 */
export function viewOutbox(folder: string, origin: string): Outbox {
  const pass = newSecret()
  let token = newSecret()
  const linkNow = () => `${origin}${PATH}?token=${token}`

  const show: Handler = async (c, next) => {
    if (c.req.method === "GET" && isSame(c.req.query("token") ?? "", token)) {
      token = newSecret()
      console.log(`The outbox was opened. For another browser: ${linkNow()}`)
      const cookie = `${COOKIE}=${pass}; HttpOnly; SameSite=Strict; Path=/dev`
      return c.body(null, 303, { ...HEADERS, location: PATH, "set-cookie": cookie })
    }
    if (!isSame(getCookie(c, COOKIE) ?? "", pass)) return next()
    const name = c.req.param("name")
    if (!name) return c.html(listPage(await readMails(folder)), 200, HEADERS)
    const mail = await readMail(folder, name)
    if (!mail) return c.html(missingPage(), 404, HEADERS)
    if (!c.req.path.endsWith("/html")) return c.html(mailPage(mail), 200, HEADERS)
    // Links open beside the mail: the site lets no other page frame it.
    const page = mail.html.replace(/<head>/i, '<head><base target="_blank">')
    return c.html(page, 200, { ...HEADERS, "content-security-policy": MAIL_POLICY })
  }
  const app = new Hono()
  app.on("GET", [PATH, `${PATH}/:name`, `${PATH}/:name/html`], show)
  return { link: linkNow(), app }
}
