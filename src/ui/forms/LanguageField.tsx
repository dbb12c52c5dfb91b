import { LOCALE_NAMES, LOCALES, type Locale } from "../../i18n/locales.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { ChoiceField } from "./fields.tsx"
import type { FieldState } from "./use-form.ts"

interface Props extends FieldState {
  /** Null: to be guessed from the text. */
  value: Locale | null
  /** What was guessed of it as it is saved; null for what is new. */
  guessed: Locale | null
  onChange: (language: Locale | null) => void
}

/** The language of a text: guessed, until somebody says which it is. */
export function LanguageField({ value, guessed, onChange, ...field }: Props) {
  const t = pageTranslate()
  return (
    <ChoiceField
      {...field}
      label={t("common:languages.language")}
      value={value ?? ""}
      options={[
        {
          value: "",
          label: guessed
            ? t("common:languages.guessed", { language: LOCALE_NAMES[guessed] })
            : t("common:languages.guess"),
        },
        ...LOCALES.map((locale) => ({ value: locale, label: LOCALE_NAMES[locale] })),
      ]}
      onChange={(language) => onChange(language || null)}
    />
  )
}

/** What was guessed of something's language, null where somebody has said it. */
export const guessedOf = (
  row: { language: Locale; is_language_guessed: boolean } | null,
): Locale | null => (row?.is_language_guessed ? row.language : null)
