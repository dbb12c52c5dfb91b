import { useStore } from "@nanostores/react"
import { useRef } from "react"
import { COUNTRIES } from "../../../countries.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import {
  CheckField,
  ChoiceField,
  described,
  Field,
  type FieldProps,
  MomentField,
  TextField,
} from "../../../ui/forms/fields.tsx"
import { LanguageTabs } from "../../../ui/forms/LanguageTabs.tsx"
import { useForm } from "../../../ui/forms/use-form.ts"
import { PictureField } from "../../../ui/pictures/PictureField.tsx"
import { zoneChoices } from "../../events/form.ts"
import { type CalendarEvent, EVENT_LIMITS } from "../../events/schema.ts"
import { RepeatFields } from "../../events/series/RepeatFields.tsx"
import { ScopeField } from "../../events/series/ScopeField.tsx"
import { editedDates } from "../../events/series/values.ts"
import { $ownTeams } from "../queries.ts"
import type { EventEditing } from "./event-editor.ts"
import {
  type EventValues,
  startChanges,
  suggestedType,
  teamChanges,
  teamChoices,
  wholeStart,
} from "./values.ts"

interface ColorProps extends FieldProps {
  value: string
  onChange: (value: string) => void
}

const ColorField = ({ value, onChange, ...field }: ColorProps) => (
  <Field {...field}>
    <input
      {...described(field)}
      className="input p-1.5"
      type="color"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </Field>
)

const PAIR = "grid gap-4.5 sm:grid-cols-2"

interface Props {
  form: EventEditing["form"]
  event: CalendarEvent | null
}

export function EventFields({ form, event }: Props) {
  const t = pageTranslate()
  const { values, change, field, failure } = useForm(form)
  const ownTeams = useStore($ownTeams) ?? []
  const teams = teamChoices(ownTeams, event)
  const zones = zoneChoices(values.time_zone, pageLocale(), t)
  const lastStart = useRef(values.start_date)

  const isTypeChosen = useRef(event !== null)
  /** Changes fields. Until the member chooses the visibility, also sets the suggested one. */
  function changeWithType(changes: Partial<EventValues>) {
    const event_type = suggestedType({ ...values, ...changes })
    change(isTypeChosen.current ? changes : { ...changes, event_type })
  }

  function changeStart(start: string) {
    change(startChanges(values, lastStart.current, start))
    lastStart.current = wholeStart(lastStart.current, start)
  }

  return (
    <>
      <ChoiceField
        {...field("team_id")}
        label={t("calendar:form.team")}
        hint={teams.length === 0 ? t("calendar:form.noTeam") : undefined}
        options={[{ value: "", label: t("calendar:form.chooseTeam") }, ...teams]}
        onChange={(team_id) => change(teamChanges(values, team_id, ownTeams, event))}
      />
      <LanguageTabs
        names={["title", "description"]}
        values={values}
        failure={failure}
        change={changeWithType}
      >
        {(text) => (
          <>
            <TextField
              {...text("title")}
              label={t("calendar:form.title")}
              max={EVENT_LIMITS.title}
              isRequired
            />
            <TextField
              {...text("description")}
              label={t("calendar:form.description")}
              max={EVENT_LIMITS.description}
              lines={5}
            />
          </>
        )}
      </LanguageTabs>
      <CheckField
        {...field("is_all_day")}
        label={t("calendar:form.allDay")}
        hint={t("calendar:form.allDayHint")}
      />
      <div className={PAIR}>
        <MomentField
          {...field("start_date")}
          isDay={values.is_all_day}
          label={t("calendar:form.start")}
          onChange={changeStart}
        />
        <MomentField
          {...field("end_date")}
          isDay={values.is_all_day}
          label={t("calendar:form.end")}
          min={values.start_date}
        />
      </div>
      {!event && <RepeatFields values={values} change={changeWithType} field={field} />}
      {event?.series && (
        <ScopeField
          {...field("scope")}
          label={t("calendar:form.scope.title")}
          event={event}
          act="changed"
          withEdited={editedDates(values, event, change)}
        />
      )}
      {/* Most devices are in the Baltic time zone, so there is no choice. */}
      {zones.length > 1 && (
        <ChoiceField {...field("time_zone")} label={t("calendar:form.zone")} options={zones} />
      )}
      <div className={PAIR}>
        <TextField
          {...field("location")}
          label={t("calendar:form.location")}
          hint={t("calendar:form.locationHint")}
          max={EVENT_LIMITS.location}
        />
        <ChoiceField
          {...field("country")}
          label={t("calendar:form.country")}
          options={[
            { value: "", label: t("calendar:form.noCountry") },
            ...COUNTRIES.map((value) => ({ value, label: t(`common:countries.${value}`) })),
          ]}
        />
      </div>
      <TextField
        {...field("address")}
        label={t("calendar:form.address")}
        hint={t("calendar:form.addressHint")}
        max={EVENT_LIMITS.address}
      />
      <div className={PAIR}>
        <TextField
          {...field("registration_url")}
          label={t("calendar:form.registration")}
          hint={t("calendar:form.registrationHint")}
        />
        <TextField
          {...field("max_participants")}
          label={t("calendar:form.places")}
          hint={t("calendar:form.placesHint")}
        />
      </div>
      <TextField {...field("prize")} label={t("calendar:form.prize")} max={EVENT_LIMITS.prize} />
      <div className={PAIR}>
        <TextField
          {...field("price")}
          label={t("calendar:form.price")}
          hint={t("calendar:form.priceHint")}
          max={EVENT_LIMITS.price}
        />
        <TextField
          {...field("price_amount")}
          label={t("calendar:form.amount")}
          hint={t("calendar:form.amountHint")}
        />
      </div>
      <TextField
        {...field("age_min")}
        label={t("calendar:form.age")}
        hint={t("calendar:form.ageHint")}
      />
      <TextField
        {...field("accessibility")}
        label={t("calendar:form.accessibility")}
        hint={t("calendar:form.accessibilityHint")}
        max={EVENT_LIMITS.accessibility}
        lines={2}
      />
      <PictureField
        {...field("image_url")}
        bucket="team-images"
        label={t("calendar:form.poster")}
        hint={t("calendar:form.posterHint")}
        alt={t("calendar:form.posterAlt")}
        waitFor={form.waitFor}
      />
      <div className={PAIR}>
        <ChoiceField
          {...field("event_type")}
          label={t("calendar:form.type")}
          hint={t(
            values.event_type === "public"
              ? "calendar:form.publicHint"
              : "calendar:form.teamOnlyHint",
          )}
          options={[
            { value: "public", label: t("calendar:form.public") },
            { value: "team", label: t("calendar:form.teamOnly") },
          ]}
          onChange={(event_type) => {
            isTypeChosen.current = true
            change({ event_type })
          }}
        />
        <ColorField
          {...field("color")}
          label={t("calendar:form.color")}
          hint={t("calendar:form.colorHint")}
        />
      </div>
      {event && (
        <CheckField
          {...field("is_cancelled")}
          label={t("calendar:form.cancelled")}
          hint={t("calendar:form.cancelledHint")}
        />
      )}
    </>
  )
}
