/** Says to those whom it concerns that the site's admins have hidden something. Looks as `HiddenNotice.astro`. */
import "./hidden-note.css"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { SITE } from "../../site.ts"
import type { ReportKind } from "./schema.ts"

export function HiddenNote({ kind }: { kind: ReportKind }) {
  const t = pageTranslate()
  const [before, after] = t(`reports:hidden.${kind}`, { email: "\n" }).split("\n")
  return (
    <p className="hidden-note">
      <strong>{t("reports:hidden.title")}</strong>
      <span>
        {before}
        <a href={`mailto:${SITE.email}`}>{SITE.email}</a>
        {after}
      </span>
    </p>
  )
}
