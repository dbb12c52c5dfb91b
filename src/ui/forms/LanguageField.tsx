import { LOCALE_NAMES, LOCALES, type Locale } from "../../i18n/locales.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { ChoiceField } from "./fields.tsx"
import type { FieldState } from "./use-form.ts"

interface Props extends FieldState {
  value: Locale | null
  /** The language that the server detected in the saved text. */
  guessedLanguage: Locale | null
  onChange: (language: Locale | null) => void
}

/** Renders a select field for a text's language. If the empty option is selected, the server detects the language. */
export function LanguageField({ value, guessedLanguage, onChange, ...field }: Props) {
  const t = pageTranslate()
  return (
    <ChoiceField
      {...field}
      label={t("common:languages.language")}
      value={value ?? ""}
      options={[
        {
          value: "",
          label: guessedLanguage
            ? t("common:languages.guessed", { language: LOCALE_NAMES[guessedLanguage] })
            : t("common:languages.guess"),
        },
        ...LOCALES.map((locale) => ({ value: locale, label: LOCALE_NAMES[locale] })),
      ]}
      onChange={(language) => onChange(language || null)}
    />
  )
}

export const getGuessedLanguage = (
  row: { language: Locale; is_language_guessed: boolean } | null,
): Locale | null => (row?.is_language_guessed ? row.language : null)
