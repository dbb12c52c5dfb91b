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
        value={values.team_id}
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
        isOn={values.is_all_day}
        onChange={(is_all_day) => change({ is_all_day })}
      />
      <div className={PAIR}>
        <MomentField
          {...field("start_date")}
          isDay={values.is_all_day}
          label={t("calendar:form.start")}
          value={values.start_date}
          onChange={changeStart}
        />
        <MomentField
          {...field("end_date")}
          isDay={values.is_all_day}
          label={t("calendar:form.end")}
          value={values.end_date}
          min={values.start_date}
          onChange={(end_date) => change({ end_date })}
        />
      </div>
      {!event && <RepeatFields values={values} change={changeWithType} field={field} />}
      {event?.series && (
        <ScopeField
          {...field("scope")}
          label={t("calendar:form.scope.title")}
          value={values.scope}
          onChange={(scope) => change({ scope })}
          event={event}
          act="changed"
          withEdited={editedDates(values, event, change)}
        />
      )}
      {/* Most devices are in the Baltic time zone, so there is no choice. */}
      {zones.length > 1 && (
        <ChoiceField
          {...field("time_zone")}
          label={t("calendar:form.zone")}
          value={values.time_zone}
          options={zones}
          onChange={(time_zone) => change({ time_zone })}
        />
      )}
      <div className={PAIR}>
        <TextField
          {...field("location")}
          label={t("calendar:form.location")}
          hint={t("calendar:form.locationHint")}
          value={values.location}
          max={EVENT_LIMITS.location}
          onChange={(location) => change({ location })}
        />
        <ChoiceField
          {...field("country")}
          label={t("calendar:form.country")}
          value={values.country}
          options={[
            { value: "", label: t("calendar:form.noCountry") },
            ...COUNTRIES.map((value) => ({ value, label: t(`common:countries.${value}`) })),
          ]}
          onChange={(country) => change({ country })}
        />
      </div>
      <TextField
        {...field("address")}
        label={t("calendar:form.address")}
        hint={t("calendar:form.addressHint")}
        value={values.address}
        max={EVENT_LIMITS.address}
        onChange={(address) => change({ address })}
      />
      <div className={PAIR}>
        <TextField
          {...field("registration_url")}
          label={t("calendar:form.registration")}
          hint={t("calendar:form.registrationHint")}
          value={values.registration_url}
          onChange={(registration_url) => change({ registration_url })}
        />
        <TextField
          {...field("max_participants")}
          label={t("calendar:form.places")}
          hint={t("calendar:form.placesHint")}
          value={values.max_participants}
          onChange={(max_participants) => change({ max_participants })}
        />
      </div>
      <TextField
        {...field("prize")}
        label={t("calendar:form.prize")}
        value={values.prize}
        max={EVENT_LIMITS.prize}
        onChange={(prize) => change({ prize })}
      />
      <div className={PAIR}>
        <TextField
          {...field("price")}
          label={t("calendar:form.price")}
          hint={t("calendar:form.priceHint")}
          value={values.price}
          max={EVENT_LIMITS.price}
          onChange={(price) => change({ price })}
        />
        <TextField
          {...field("price_amount")}
          label={t("calendar:form.amount")}
          hint={t("calendar:form.amountHint")}
          value={values.price_amount}
          onChange={(price_amount) => change({ price_amount })}
        />
      </div>
      <TextField
        {...field("age_min")}
        label={t("calendar:form.age")}
        hint={t("calendar:form.ageHint")}
        value={values.age_min}
        onChange={(age_min) => change({ age_min })}
      />
      <TextField
        {...field("accessibility")}
        label={t("calendar:form.accessibility")}
        hint={t("calendar:form.accessibilityHint")}
        value={values.accessibility}
        max={EVENT_LIMITS.accessibility}
        lines={2}
        onChange={(accessibility) => change({ accessibility })}
      />
      <PictureField
        {...field("image_url")}
        bucket="team-images"
        label={t("calendar:form.poster")}
        hint={t("calendar:form.posterHint")}
        alt={t("calendar:form.posterAlt")}
        url={values.image_url}
        waitFor={form.waitFor}
        onChange={(image_url) => change({ image_url })}
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
          value={values.event_type}
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
          value={values.color}
          onChange={(color) => change({ color })}
        />
      </div>
      {event && (
        <CheckField
          {...field("is_cancelled")}
          label={t("calendar:form.cancelled")}
          hint={t("calendar:form.cancelledHint")}
          isOn={values.is_cancelled}
          onChange={(is_cancelled) => change({ is_cancelled })}
        />
      )}
    </>
  )
}
