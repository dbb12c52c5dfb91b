import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { SettingsBlock } from "../../ui/SettingsBlock.tsx"
import { forgotPassword } from "../account/mailed-links.ts"
import type { Account } from "../account/own-account.ts"
import { MailButton } from "./MailButton.tsx"
import { PasswordForm } from "./PasswordForm.tsx"

export function PasswordBlock({ account: { email, has_password } }: { account: Account }) {
  const t = pageTranslate()
  return (
    <SettingsBlock
      title={t("security:password.title")}
      hint={t(has_password ? "security:password.hint" : "security:password.none")}
    >
      {has_password ? (
        <PasswordForm email={email} />
      ) : (
        <MailButton
          send={() => forgotPassword({ email, language: pageLocale() })}
          email={email}
          label="security:password.mailLink"
          sent="security:password.linkSent"
        />
      )}
    </SettingsBlock>
  )
}
