import { pageTranslate } from "../../i18n/page-translate.ts"
import { SettingsBlock } from "../../ui/SettingsBlock.tsx"
import type { Account } from "../account/own-account.ts"

export function MethodsBlock({ account }: { account: Account }) {
  const t = pageTranslate()
  return (
    <SettingsBlock title={t("security:methods.title")}>
      <ul className="security-line">
        {account.has_password && <li className="badge">{t("security:methods.password")}</li>}
        {account.has_google && <li className="badge">{t("security:methods.google")}</li>}
      </ul>
    </SettingsBlock>
  )
}
