import { useStore } from "@nanostores/react"
import { useRef } from "react"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { CountryField } from "../../../ui/forms/CountryField.tsx"
import { CheckField, ChoiceField, DateTimeField, TextField } from "../../../ui/forms/fields.tsx"
import { LanguageTabs } from "../../../ui/forms/LanguageTabs.tsx"
import { useForm } from "../../../ui/forms/use-form.ts"
import { PictureField } from "../../../ui/pictures/PictureField.tsx"
import { listZoneChoices } from "../../events/form.ts"
import { type CalendarEvent, EVENT_LIMITS } from "../../events/schema.ts"
import { RepeatFields } from "../../events/series/RepeatFields.tsx"
import { ScopeField } from "../../events/series/ScopeField.tsx"
import { getEditedDatesChoice } from "../../events/series/values.ts"
import { $ownTeams } from "../queries.ts"
import type { EventEditing } from "./event-editor.ts"
import {
  type EventValues,
  getChangesForStart,
  getChangesForTeam,
  getLastCompleteStart,
  listTeamChoices,
  suggestType,
} from "./values.ts"

/** Labels and hints of the fields that `renderTextField` renders. */
const TEXT_FIELDS = {
  location: { label: "calendar:form.location", hint: "calendar:form.locationHint" },
  address: { label: "calendar:form.address", hint: "calendar:form.addressHint" },
  registration_url: { label: "calendar:form.registration", hint: "calendar:form.registrationHint" },
  max_participants: { label: "calendar:form.places", hint: "calendar:form.placesHint" },
  prize: { label: "calendar:form.prize", hint: null },
  price: { label: "calendar:form.price", hint: "calendar:form.priceHint" },
  price_amount: { label: "calendar:form.amount", hint: "calendar:form.amountHint" },
  age_min: { label: "calendar:form.age", hint: "calendar:form.ageHint" },
  accessibility: { label: "calendar:form.accessibility", hint: "calendar:form.accessibilityHint" },
} as const

const MAX_LENGTHS: Partial<Record<keyof EventValues, number>> = EVENT_LIMITS

const TWO_COLUMNS_CLASS = "grid gap-4.5 sm:grid-cols-2"

interface Props {
  form: EventEditing["form"]
  event: CalendarEvent | null
}

export function EventFields({ form, event }: Props) {
  const t = pageTranslate()
  const { values, change, field, failure } = useForm(form)
  const ownTeams = useStore($ownTeams) ?? []
  const teams = listTeamChoices(ownTeams, event)
  const zones = listZoneChoices(values.time_zone, pageLocale(), t)
  /** The last complete value of the start field, which can be incomplete while the member types. */
  const lastCompleteStart = useRef(values.start_date)

  const isTypeChosen = useRef(event !== null)
  /** Changes values and selects the event type that fits them, unless the member has chosen a type. */
  function changeAndSuggestType(changes: Partial<EventValues>) {
    const event_type = suggestType({ ...values, ...changes })
    change(isTypeChosen.current ? changes : { ...changes, event_type })
  }

  function changeStart(start: string) {
    change(getChangesForStart(values, lastCompleteStart.current, start))
    lastCompleteStart.current = getLastCompleteStart(lastCompleteStart.current, start)
  }

  function renderTextField(name: keyof typeof TEXT_FIELDS, { lines = 1 } = {}) {
    const { label, hint } = TEXT_FIELDS[name]
    return (
      <TextField
        {...field(name)}
        label={t(label)}
        hint={hint && t(hint)}
        max={MAX_LENGTHS[name]}
        lines={lines}
      />
    )
  }

  return (
    <>
      <ChoiceField
        {...field("team_id")}
        label={t("calendar:form.team")}
        hint={teams.length === 0 ? t("calendar:form.noTeam") : undefined}
        options={[{ value: "", label: t("calendar:form.chooseTeam") }, ...teams]}
        onChange={(team_id) => change(getChangesForTeam(values, team_id, ownTeams, event))}
      />
      <LanguageTabs
        fieldNames={["title", "description"]}
        values={values}
        failure={failure}
        change={changeAndSuggestType}
      >
        {(bindText) => (
          <>
            <TextField
              {...bindText("title")}
              label={t("calendar:form.title")}
              max={EVENT_LIMITS.title}
              isRequired
            />
            <TextField
              {...bindText("description")}
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
      <div className={TWO_COLUMNS_CLASS}>
        <DateTimeField
          {...field("start_date")}
          isDayOnly={values.is_all_day}
          label={t("calendar:form.start")}
          onChange={changeStart}
        />
        <DateTimeField
          {...field("end_date")}
          isDayOnly={values.is_all_day}
          label={t("calendar:form.end")}
          min={values.start_date}
        />
      </div>
      {!event && <RepeatFields values={values} change={changeAndSuggestType} field={field} />}
      {event?.series && (
        <ScopeField
          {...field("scope")}
          label={t("calendar:form.scope.title")}
          event={event}
          outcome="changed"
          includeEditedDates={getEditedDatesChoice(values, event, change)}
        />
      )}
      {/* Hidden if Baltic time is the only choice, as on a device in the Baltic states. */}
      {zones.length > 1 && (
        <ChoiceField {...field("time_zone")} label={t("calendar:form.zone")} options={zones} />
      )}
      <div className={TWO_COLUMNS_CLASS}>
        {renderTextField("location")}
        <CountryField
          {...field("country")}
          label={t("calendar:form.country")}
          noneLabel={t("calendar:form.noCountry")}
        />
      </div>
      {renderTextField("address")}
      <div className={TWO_COLUMNS_CLASS}>
        {renderTextField("registration_url")}
        {renderTextField("max_participants")}
      </div>
      {renderTextField("prize")}
      <div className={TWO_COLUMNS_CLASS}>
        {renderTextField("price")}
        {renderTextField("price_amount")}
      </div>
      {renderTextField("age_min")}
      {renderTextField("accessibility", { lines: 2 })}
      <PictureField
        {...field("image_url")}
        bucket="team-images"
        label={t("calendar:form.poster")}
        hint={t("calendar:form.posterHint")}
        alt={t("calendar:form.posterAlt")}
        waitFor={form.waitFor}
      />
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
