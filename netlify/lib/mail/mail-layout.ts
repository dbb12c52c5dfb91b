import type { Locale } from "../../../src/i18n/locales.ts"
import { COLORS, SITE } from "../../../src/site.ts"

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

export interface MailDocument {
  locale: Locale
  subject: string
  /** Email programs show this text next to the subject. */
  preview: string
  /** HTML. */
  body: string
  /** HTML that is shown below the body, before the site's email address. */
  footerHtml: string
}

// Styles are inline, because many email programs ignore style sheets.
const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif"

/** Three colored bars in HTML, because many email programs do not load pictures until the reader allows it. */
const LOGO = [
  ["#1e7ae0", 11],
  ["#e0245e", 17],
  ["#e8a317", 14],
]
  .map(
    ([color, height]) =>
      `<span style="display:inline-block;width:6px;height:${height}px;margin-right:3px;border-radius:3px;background:${color}"></span>`,
  )
  .join("")

/** Both arguments are inserted into the HTML without escaping. */
export const renderMailButton = (href: string, label: string): string =>
  `<p style="margin:24px 0"><a href="${href}" style="display:inline-block;background:${COLORS.accent};color:#1b1524;text-decoration:none;font-weight:700;padding:14px 24px;border-radius:12px">${label}</a></p>`

export const renderMailFrame = ({
  locale,
  subject,
  preview,
  body,
  footerHtml,
}: MailDocument): string =>
  `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:0;background:#f4f1f8">
<div style="display:none">${escapeHtml(preview)}</div>
<div style="max-width:520px;margin:0 auto;padding:32px 20px;${FONT};font-size:16px;line-height:1.5;color:#1b1524;overflow-wrap:anywhere;word-break:break-word">
<p style="margin:0 0 24px;font-size:22px;font-weight:800;letter-spacing:-0.02em">${LOGO} ${escapeHtml(SITE.name)}</p>
<div style="background:#ffffff;border-top:4px solid ${COLORS.accent};border-radius:16px;padding:28px 24px">
${body}
</div>
<p style="margin:20px 4px 0;color:#5f5870;font-size:13px">${footerHtml}<a href="mailto:${SITE.email}" style="color:#5f5870">${SITE.email}</a></p>
</div></body></html>
`
