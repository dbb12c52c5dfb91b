import { useId } from "react"
import { formatDate } from "../../../i18n/dates.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { SettingsBlock } from "../../../ui/forms/SettingsBlock.tsx"
import { EmailBlock } from "../email/EmailBlock.tsx"
import { MailButton } from "../email/MailButton.tsx"
import { Loaded } from "../Loaded.tsx"
import { $account, $accountState, type Account } from "../own-account.ts"
import { forgotPassword } from "../sign-in/calls.ts"
// This import registers the dialog in which the member confirms the identity when the server requires it.
import "../proof/start.ts"
import { DevicesBlock } from "./DevicesBlock.tsx"
import { FactorBlock } from "./factor/FactorBlock.tsx"
import { MethodsBlock } from "./MethodsBlock.tsx"
import { PasskeysBlock } from "./PasskeysBlock.tsx"
import { PasswordForm } from "./PasswordForm.tsx"

function PasswordBlock({ account: { email, has_password } }: { account: Account }) {
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
          sentText="security:password.linkSent"
        />
      )}
    </SettingsBlock>
  )
}

export function SecuritySection({ isGoogleOffered }: { isGoogleOffered: boolean }) {
  const t = pageTranslate()
  const id = useId()
  return (
    <section className="settings" aria-labelledby={id}>
      <h2 id={id}>{t("security:title")}</h2>
      <Loaded $state={$accountState} texts="security:" onRetry={$account.invalidate}>
        {(account) => (
          <>
            {account.factor_due_at && (
              <p className="mb-4 max-w-[62ch]">
                {t("security:factor.due", {
                  date: formatDate(account.factor_due_at, "date", pageLocale()),
                })}
              </p>
            )}
            <EmailBlock account={account} />
            <MethodsBlock account={account} isGoogleOffered={isGoogleOffered} />
            <PasswordBlock account={account} />
            <PasskeysBlock account={account} />
            <FactorBlock account={account} />
            {/* The devices are last, because their list moves all content below when it is loaded. */}
            <DevicesBlock />
          </>
        )}
      </Loaded>
    </section>
  )
}
