import type { Failure } from "../../call.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { failureText } from "../../ui/failure-text.ts"
import type { Meanwhile } from "./deciding.ts"

interface Props {
  failure: Failure | null
  meanwhile: Meanwhile
}

/** Why nothing was decided, where the field does not say so. */
export function CaseNotice({ failure, meanwhile }: Props) {
  const t = pageTranslate()
  const isSaidAtField = failure && Object.keys(failure.errors).length > 0
  return (
    <div role="alert">
      {meanwhile && (
        <p className="notice notice-bad case-notice">{t(`admin:reports.meanwhile.${meanwhile}`)}</p>
      )}
      {failure && !isSaidAtField && (
        <p className="notice notice-bad case-notice">
          {t(failureText(failure.code))}
          {failure.code === "sign_in_required" && (
            // In a tab of its own: leaving this one would lose what was typed.
            <a
              className="link"
              href={localePath("/login", pageLocale())}
              target="_blank"
              rel="noopener"
            >
              {t("admin:editor.signInAgainLink")}
            </a>
          )}
        </p>
      )}
    </div>
  )
}
