/** The session has ended; what was typed is still here. */
import { pageTranslate } from "../../i18n/page-translate.ts"
import { Icon } from "../../ui/Icon.tsx"
import { loginAddress } from "./login-address.ts"

export function SignInNotice() {
  const t = pageTranslate()
  return (
    <div className="profile-alert" role="alert">
      <p>{t("profile:signIn.text")}</p>
      {/* In a tab of its own: leaving this one would lose what was typed. */}
      <a className="btn btn-ghost btn-small" href={loginAddress()} target="_blank" rel="noopener">
        {t("profile:signIn.link")}
        <Icon name="out" size={18} />
      </a>
    </div>
  )
}
