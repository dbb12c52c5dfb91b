import type { Locale } from "../../i18n/locales.ts"
import { pageLocale } from "../../i18n/page-translate.ts"
import { tFor } from "../../i18n/t-for.ts"
import { SITE } from "../../site.ts"
import type { ReportKind } from "./schema.ts"

interface Props {
  /** A hidden profile has two texts: one for the member, and one for super admins. */
  kind: Exclude<ReportKind, "comment" | "profile"> | "ownProfile" | "profileForAdmins"
  locale?: Locale
  className?: string
}

const BAR_CLASS =
  "before:absolute before:inset-y-3 before:left-2.75 before:w-1 before:rounded-full before:bg-danger"

/** Explains to people who can still see hidden content that super admins have hidden it. */
export function HiddenNote({ kind, locale = pageLocale(), className = "" }: Props) {
  const t = tFor(locale)
  // The email address is translated as a line break and then split off, so that it can become a link.
  const [before, after] = t(`reports:hidden.${kind}`, { email: "\n" }).split("\n")
  return (
    <p
      className={`relative grid gap-0.5 rounded-small border border-line bg-raise py-3 pr-4.5 pl-6.5 text-md ${BAR_CLASS} ${className}`}
    >
      <strong>{t("reports:hidden.title")}</strong>
      <span className="text-soft">
        {before}
        {after !== undefined && (
          <>
            <a className="text-text underline underline-offset-3" href={`mailto:${SITE.email}`}>
              {SITE.email}
            </a>
            {after}
          </>
        )}
      </span>
    </p>
  )
}
