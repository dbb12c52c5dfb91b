import { pageTranslate } from "../../i18n/page-translate.ts"
import { TextField } from "../../ui/fields.tsx"
import { useForm } from "../../ui/use-form.ts"
import type { EventFormProps } from "./EventForm.tsx"
import { PRIZE_MAX } from "./schema.ts"

/** How many may come, where they sign up, and what there is to win. */
export function EventExtras({ form }: Pick<EventFormProps, "form">) {
  const t = pageTranslate()
  const { values, change, field } = useForm(form)
  return (
    <>
      <TextField
        {...field("max_participants")}
        label={t("admin:events.form.participants")}
        hint={t("admin:events.form.participantsHint")}
        value={values.max_participants}
        onChange={(max_participants) => change({ max_participants })}
      />
      <TextField
        {...field("registration_url")}
        label={t("admin:events.form.registration")}
        value={values.registration_url}
        onChange={(registration_url) => change({ registration_url })}
      />
      <TextField
        {...field("prize")}
        label={t("admin:events.form.prize")}
        value={values.prize}
        max={PRIZE_MAX}
        onChange={(prize) => change({ prize })}
      />
    </>
  )
}
