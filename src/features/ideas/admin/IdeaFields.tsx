import { pageTranslate } from "../../../i18n/page-translate.ts"
import { CheckField, ChoiceField, TextField } from "../../../ui/forms/fields.tsx"
import type { Form } from "../../../ui/forms/form.ts"
import { getGuessedLanguage, LanguageField } from "../../../ui/forms/LanguageField.tsx"
import { EditorFields, useFields } from "../../admin/editor/fields.tsx"
import { CATEGORIES, MAX_DESCRIPTION_LENGTH, MAX_TITLE_LENGTH, STATUSES } from "../choices.ts"
import { ideas } from "./ideas.ts"
import { type IdeaValues, type ListedIdea, MAX_REPLY_LENGTH } from "./schema.ts"

interface Props<Result> {
  form: Form<IdeaValues, Result>
  item?: ListedIdea | null
}

export function IdeaFields<Result>({ form, item = null }: Props<Result>) {
  const t = pageTranslate()
  const { bind } = useFields(form, ideas.labels)
  return (
    <EditorFields
      main={
        <>
          <TextField {...bind("title")} max={MAX_TITLE_LENGTH} isRequired />
          <TextField {...bind("description")} max={MAX_DESCRIPTION_LENGTH} lines={8} isRequired />
        </>
      }
      side={
        <>
          <ChoiceField
            {...bind("category")}
            options={[
              { value: "", label: t("admin:ideas.form.choose") },
              ...CATEGORIES.map((value) => ({
                value,
                label: t(`admin:ideas.categories.${value}`),
              })),
            ]}
          />
          <CheckField {...bind("is_popular")} hint={t("admin:ideas.form.popularHint")} />
          <ChoiceField
            {...bind("status")}
            options={STATUSES.map((value) => ({
              value,
              label: t(`admin:ideas.statuses.${value}`),
            }))}
          />
          <TextField
            {...bind("reply")}
            hint={t("admin:ideas.form.replyHint")}
            max={MAX_REPLY_LENGTH}
            lines={4}
          />
          <LanguageField {...bind("language")} guessedLanguage={getGuessedLanguage(item)} />
        </>
      }
    />
  )
}
