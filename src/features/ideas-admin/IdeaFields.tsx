import { pageTranslate } from "../../i18n/page-translate.ts"
import { CheckField, ChoiceField, TextField } from "../../ui/fields.tsx"
import type { Form } from "../../ui/form.ts"
import { useForm } from "../../ui/use-form.ts"
import { CATEGORIES, DESCRIPTION_MAX, TITLE_MAX } from "../ideas/choices.ts"
import type { IdeaValues } from "./idea.ts"
import { REPLY_MAX, STATUSES } from "./schema.ts"

interface Props<Result> {
  form: Form<IdeaValues, Result>
}

/** The fields of an idea; also where one is made of a suggestion. */
export function IdeaFields<Result>({ form }: Props<Result>) {
  const t = pageTranslate()
  const { values, change, field } = useForm(form)
  return (
    <div className="editor-fields">
      <div className="editor-main">
        <TextField
          {...field("title")}
          label={t("admin:ideas.form.title")}
          value={values.title}
          max={TITLE_MAX}
          isRequired
          onChange={(title) => change({ title })}
        />
        <TextField
          {...field("description")}
          label={t("admin:ideas.form.description")}
          value={values.description}
          max={DESCRIPTION_MAX}
          lines={8}
          isRequired
          onChange={(description) => change({ description })}
        />
      </div>
      <div className="editor-side">
        <ChoiceField
          {...field("category")}
          label={t("admin:ideas.form.category")}
          value={values.category}
          options={[
            { value: "", label: t("admin:ideas.form.choose") },
            ...CATEGORIES.map((value) => ({ value, label: t(`admin:ideas.categories.${value}`) })),
          ]}
          onChange={(category) => change({ category })}
        />
        <CheckField
          {...field("is_popular")}
          label={t("admin:ideas.form.popular")}
          hint={t("admin:ideas.form.popularHint")}
          isOn={values.is_popular}
          onChange={(is_popular) => change({ is_popular })}
        />
        <ChoiceField
          {...field("status")}
          label={t("admin:ideas.form.status")}
          value={values.status}
          options={STATUSES.map((value) => ({ value, label: t(`admin:ideas.statuses.${value}`) }))}
          onChange={(status) => change({ status })}
        />
        <TextField
          {...field("reply")}
          label={t("admin:ideas.form.reply")}
          hint={t("admin:ideas.form.replyHint")}
          value={values.reply}
          max={REPLY_MAX}
          lines={4}
          onChange={(reply) => change({ reply })}
        />
      </div>
    </div>
  )
}
