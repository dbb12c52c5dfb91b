import type { Failure } from "../../call.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { failureText } from "../../ui/failure-text.ts"
import { Icon } from "../../ui/Icon.tsx"
import { loginAddress } from "../profile/login-address.ts"

/** Why it was not saved, and what helps. */
export function FormFailure({ failure }: { failure: Failure }) {
  const t = pageTranslate()
  if (failure.code !== "sign_in_required")
    return <p className="error">{t(failureText(failure.code))}</p>
  return (
    <div className="form-notice">
      <p>{t("calendar:form.signInText")}</p>
      {/* In a tab of its own: leaving this one would lose what was typed. */}
      <a className="btn btn-ghost btn-small" href={loginAddress()} target="_blank" rel="noopener">
        {t("calendar:form.signIn")}
        <Icon name="out" size={18} />
      </a>
    </div>
  )
}
