import { useId } from "react"
import { LOCALE_NAMES, LOCALES } from "../../i18n/locales.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { CheckField, ChoiceField } from "../../ui/fields.tsx"
import { SettingsBlock } from "../../ui/SettingsBlock.tsx"
import { tellOutcome } from "../../ui/tell-outcome.ts"
import {
  type Account,
  type AccountSettings,
  account as accountStore,
} from "../account/own-account.ts"

async function save(settings: AccountSettings): Promise<void> {
  const failure = await accountStore.change(settings)
  const title = pageTranslate()("security:mails.saved")
  tellOutcome(failure, { title }, "security:mails.saveFailed")
}

export function MailsBlock({ account: { marketing_consent, language } }: { account: Account }) {
  const t = pageTranslate()
  const id = useId()
  return (
    <SettingsBlock title={t("security:mails.title")}>
      <CheckField
        id={`${id}-marketing`}
        error={undefined}
        label={t("security:mails.marketing")}
        hint={t("security:mails.marketingHint")}
        isOn={marketing_consent}
        onChange={(isOn) => void save({ marketing_consent: isOn })}
      />
      <ChoiceField
        id={`${id}-language`}
        error={undefined}
        label={t("security:mails.language")}
        hint={t("security:mails.languageHint")}
        value={language}
        options={LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
        onChange={(chosen) => void save({ language: chosen })}
      />
    </SettingsBlock>
  )
}
