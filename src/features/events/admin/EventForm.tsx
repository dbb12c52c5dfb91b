import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { CountryField } from "../../../ui/forms/CountryField.tsx"
import { CheckField, ChoiceField, DateTimeField, TextField } from "../../../ui/forms/fields.tsx"
import type { Form } from "../../../ui/forms/form.ts"
import { LanguageTabs } from "../../../ui/forms/LanguageTabs.tsx"
import { PictureField } from "../../../ui/pictures/PictureField.tsx"
import { EditorFields, useFields } from "../../admin/editor/fields.tsx"
import type { Saved } from "../../admin/list/resource.ts"
import { listZoneChoices } from "../form.ts"
import { EVENT_LIMITS } from "../schema.ts"
import { RepeatFields } from "../series/RepeatFields.tsx"
import { ScopeField } from "../series/ScopeField.tsx"
import { getEditedDatesChoice } from "../series/values.ts"
import { events } from "./events.ts"
import type { EventValues, ListedEvent } from "./schema.ts"

interface Props {
  form: Form<EventValues, Saved<ListedEvent>>
  item: ListedEvent | null
}

export function EventForm({ form, item }: Props) {
  const t = pageTranslate()
  const { values, change, field, bind, failure } = useFields(form, events.labels)
  return (
    <EditorFields
      main={
        <>
          <LanguageTabs
            fieldNames={["title", "description"]}
            values={values}
            failure={failure}
            change={change}
          >
            {(bindText) => (
              <>
                <TextField
                  {...bindText("title")}
                  label={t("admin:events.form.title")}
                  max={EVENT_LIMITS.title}
                  isRequired
                />
                <TextField
                  {...bindText("description")}
                  label={t("admin:events.form.description")}
                  max={EVENT_LIMITS.description}
                  lines={8}
                />
              </>
            )}
          </LanguageTabs>
          <CheckField {...bind("is_all_day")} hint={t("calendar:form.allDayHint")} />
          <DateTimeField {...bind("start_date")} isDayOnly={values.is_all_day} />
          <DateTimeField
            {...bind("end_date")}
            isDayOnly={values.is_all_day}
            min={values.start_date}
          />
          {!item && <RepeatFields values={values} change={change} field={field} />}
          {item?.series && (
            <ScopeField
              {...bind("scope")}
              event={item}
              outcome="changed"
              includeEditedDates={getEditedDatesChoice(values, item, change)}
            />
          )}
          <ChoiceField
            {...bind("time_zone")}
            hint={t("admin:events.form.zoneHint")}
            options={listZoneChoices(values.time_zone, pageLocale(), t)}
          />
          <TextField {...bind("location")} max={EVENT_LIMITS.location} />
          <TextField {...bind("address")} max={EVENT_LIMITS.address} />
          <CountryField {...bind("country")} noneLabel={t("common:countries.all")} />
        </>
      }
      side={
        <>
          <CheckField {...bind("featured")} hint={t("admin:events.form.featuredHint")} />
          {item && (
            <CheckField {...bind("is_cancelled")} hint={t("admin:events.form.cancelledHint")} />
          )}
          <TextField {...bind("max_participants")} hint={t("admin:events.form.participantsHint")} />
          <TextField {...bind("registration_url")} />
          <TextField {...bind("prize")} max={EVENT_LIMITS.prize} />
          <TextField {...bind("price")} max={EVENT_LIMITS.price} />
          <TextField {...bind("price_amount")} hint={t("calendar:form.amountHint")} />
          <TextField {...bind("age_min")} hint={t("calendar:form.ageHint")} />
          <TextField {...bind("accessibility")} max={EVENT_LIMITS.accessibility} lines={2} />
          <PictureField
            {...bind("image_url")}
            bucket="event-images"
            hint={t("admin:events.form.imageHint")}
            alt={t("admin:events.form.imageAlt")}
            waitFor={form.waitFor}
          />
        </>
      }
    />
  )
}
