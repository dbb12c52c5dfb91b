/** What mails say of something that was reported. */
import type { MailDetails } from "../../db/queries/mails.ts"
import type { Translate } from "../../src/i18n/keys.ts"
import { INTL_LOCALES, type Locale } from "../../src/i18n/locales.ts"

/** A line each for what it is, why it was reported and what we say to that; none for what is not told. */
export function reportLines(locale: Locale, t: Translate, details: MailDetails): string[] {
  const { about, team, title, reasons, reply } = details
  const lines: string[] = []
  if (about === "team" && team) lines.push(t("mails:reports.team", { team }))
  if (about === "post" && team && title) lines.push(t("mails:reports.post", { title, team }))
  if (about === "profile" && title) lines.push(t("mails:reports.profile", { title }))
  if (reasons) {
    const words = reasons.map((reason) => t(`mails:reports.reason.${reason}`))
    const list = new Intl.ListFormat(INTL_LOCALES[locale]).format(words)
    lines.push(t("mails:reports.reasons", { reasons: list }))
  }
  if (reply) lines.push(t("mails:reports.reply", { reply }))
  return lines
}
