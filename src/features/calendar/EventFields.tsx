import { useStore } from "@nanostores/react"
import { useRef } from "react"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { CheckField, ChoiceField, TextField } from "../../ui/fields.tsx"
import { MomentField } from "../../ui/MomentField.tsx"
import { useForm } from "../../ui/use-form.ts"
import { EVENT_LIMITS } from "../events/schema.ts"
import type { CalendarEvent } from "./api.ts"
import { teamChoices, zoneChoices } from "./choices.ts"
import { ColorField } from "./EventInputs.tsx"
import type { EditingStore } from "./editing.ts"
import { COUNTRIES } from "./filters.ts"
import { startChanges, teamChanges, wholeStart } from "./following.ts"
import { $ownTeams } from "./page.ts"

interface Props {
  form: EditingStore["form"]
  event: CalendarEvent | null
}

export function EventFields({ form, event }: Props) {
  const t = pageTranslate()
  const { values, change, field } = useForm(form)
  const ownTeams = useStore($ownTeams) ?? []
  const teams = teamChoices(ownTeams, event)
  const zones = zoneChoices(values.time_zone, pageLocale(), t)
  const lastStart = useRef(values.start_date)

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
      <TextField
        {...field("title")}
        label={t("calendar:form.title")}
        value={values.title}
        max={EVENT_LIMITS.title}
        isRequired
        onChange={(title) => change({ title })}
      />
      <div className="form-pair">
        <MomentField
          {...field("start_date")}
          label={t("calendar:form.start")}
          value={values.start_date}
          onChange={changeStart}
        />
        <MomentField
          {...field("end_date")}
          label={t("calendar:form.end")}
          value={values.end_date}
          min={values.start_date}
          onChange={(end_date) => change({ end_date })}
        />
      </div>
      {/* Most devices here know no other clocks: nothing to choose. */}
      {zones.length > 1 && (
        <ChoiceField
          {...field("time_zone")}
          label={t("calendar:form.zone")}
          value={values.time_zone}
          options={zones}
          onChange={(time_zone) => change({ time_zone })}
        />
      )}
      <div className="form-pair">
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
        {...field("description")}
        label={t("calendar:form.description")}
        value={values.description}
        max={EVENT_LIMITS.description}
        lines={5}
        onChange={(description) => change({ description })}
      />
      <div className="form-pair">
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
          onChange={(event_type) => change({ event_type })}
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
