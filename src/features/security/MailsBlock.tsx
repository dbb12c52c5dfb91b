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

/** Mails that a member may do without, in the order of the list. */
const KINDS = [
  {
    setting: "marketing_consent",
    label: "security:mails.marketing",
    hint: "security:mails.marketingHint",
  },
  {
    setting: "mail_join_requests",
    label: "security:mails.joinRequests",
    hint: "security:mails.joinRequestsHint",
  },
  {
    setting: "mail_join_answers",
    label: "security:mails.joinAnswers",
    hint: "security:mails.joinAnswersHint",
  },
] as const

export function MailsBlock({ account }: { account: Account }) {
  const t = pageTranslate()
  const id = useId()
  return (
    <SettingsBlock title={t("security:mails.title")}>
      {KINDS.map(({ setting, label, hint }) => (
        <CheckField
          key={setting}
          id={`${id}-${setting}`}
          error={undefined}
          label={t(label)}
          hint={t(hint)}
          isOn={account[setting]}
          onChange={(isOn) => void save({ [setting]: isOn })}
        />
      ))}
      <ChoiceField
        id={`${id}-language`}
        error={undefined}
        label={t("security:mails.language")}
        hint={t("security:mails.languageHint")}
        value={account.language}
        options={LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
        onChange={(chosen) => void save({ language: chosen })}
      />
    </SettingsBlock>
  )
}
