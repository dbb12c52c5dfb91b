import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { CheckField, ChoiceField, TextField } from "../../ui/fields.tsx"
import type { Form } from "../../ui/form.ts"
import { MomentField } from "../../ui/MomentField.tsx"
import { PictureField } from "../../ui/PictureField.tsx"
import { useForm } from "../../ui/use-form.ts"
import type { Saved } from "../admin/resource.ts"
import { zoneChoices } from "../calendar/choices.ts"
import { EVENT_LIMITS } from "../events/schema.ts"
import { EventExtras } from "./EventExtras.tsx"
import type { EventValues, ListedEvent } from "./event.ts"
import { retimed } from "./times.ts"

const COUNTRIES = ["", "ee", "lv", "lt"] as const

export interface EventFormProps {
  form: Form<EventValues, Saved<ListedEvent>>
  item: ListedEvent | null
}

export function EventForm({ form, item }: EventFormProps) {
  const t = pageTranslate()
  const { values, change, field } = useForm(form)
  return (
    <div className="editor-fields">
      <div className="editor-main">
        <TextField
          {...field("title")}
          label={t("admin:events.form.title")}
          value={values.title}
          max={EVENT_LIMITS.title}
          isRequired
          onChange={(title) => change({ title })}
        />
        <MomentField
          {...field("start_date")}
          label={t("admin:events.form.start")}
          value={values.start_date}
          onChange={(start_date) => change(retimed(values, { start_date }))}
        />
        <MomentField
          {...field("end_date")}
          label={t("admin:events.form.end")}
          value={values.end_date}
          min={values.start_date}
          onChange={(end_date) => change(retimed(values, { end_date }))}
        />
        <ChoiceField
          {...field("time_zone")}
          label={t("admin:events.form.zone")}
          hint={t("admin:events.form.zoneHint")}
          value={values.time_zone}
          options={zoneChoices(values.time_zone, pageLocale(), t)}
          onChange={(time_zone) => change(retimed(values, { time_zone }))}
        />
        <TextField
          {...field("location")}
          label={t("admin:events.form.location")}
          value={values.location}
          max={EVENT_LIMITS.location}
          onChange={(location) => change({ location })}
        />
        <ChoiceField
          {...field("country")}
          label={t("admin:events.form.country")}
          value={values.country}
          options={COUNTRIES.map((value) => ({
            value,
            label: t(`common:countries.${value || "all"}`),
          }))}
          onChange={(country) => change({ country })}
        />
        <TextField
          {...field("description")}
          label={t("admin:events.form.description")}
          value={values.description}
          max={EVENT_LIMITS.description}
          lines={8}
          onChange={(description) => change({ description })}
        />
      </div>
      <div className="editor-side">
        <CheckField
          {...field("featured")}
          label={t("admin:events.form.featured")}
          hint={t("admin:events.form.featuredHint")}
          isOn={values.featured}
          onChange={(featured) => change({ featured })}
        />
        {item && (
          <CheckField
            {...field("is_cancelled")}
            label={t("admin:events.form.cancelled")}
            hint={t("admin:events.form.cancelledHint")}
            isOn={values.is_cancelled}
            onChange={(is_cancelled) => change({ is_cancelled })}
          />
        )}
        <EventExtras form={form} />
        <PictureField
          {...field("image_url")}
          bucket="event-images"
          label={t("admin:events.form.image")}
          hint={t("admin:events.form.imageHint")}
          alt={t("admin:events.form.imageAlt")}
          url={values.image_url}
          waitFor={form.waitFor}
          onChange={(image_url) => change({ image_url })}
        />
      </div>
    </div>
  )
}
