/** Events out of somebody's own calendar: where they are, then which of them. */
import { useStore } from "@nanostores/react"
import { useEffect, useId, useState } from "react"
import * as z from "zod/mini"
import { call, type Failure } from "../../../call.ts"
import { COUNTRIES, type Country } from "../../../countries.ts"
import { LOCALE_NAMES, LOCALES, type Locale } from "../../../i18n/locales.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { FormDialog } from "../../../ui/dialog/FormDialog.tsx"
import { ChoiceField, described, Field, RadioField, TextField } from "../../../ui/forms/fields.tsx"
import { createForm } from "../../../ui/forms/form.ts"
import { checked, refused } from "../../../ui/forms/submission.ts"
import { useForm } from "../../../ui/forms/use-form.ts"
import { showToast } from "../../../ui/toast/toasts.ts"
import { ConfirmEmail } from "../../account/email/ConfirmEmail.tsx"
import { FormNotice } from "../../account/FormNotice.tsx"
import { onLeft } from "../../account/session/on-left.ts"
import {
  type ChosenEvents,
  type FoundEvent,
  type FoundEvents,
  IMPORT_LIMITS,
  importSource,
} from "../../events/import/schema.ts"
import { whenOf } from "../../events/when.ts"
import { teamChanges, teamChoices } from "../editor/values.ts"
import { $ownTeams, reload } from "../queries.ts"

interface Source {
  team_id: string
  from: "file" | "web"
  file: File | null
  /** Where what is wrong with the file is told. */
  text: null
  address: string
  event_type: "public" | "team"
  country: Country | ""
  language: Locale
}

/** A function of ours wrote it. */
const found = z.custom<FoundEvents>()
const counts = z.object({ added: z.number(), changed: z.number() })

const lookFor = (values: Source) =>
  createForm(values, {
    async check({ team_id, from, file, address }: Source) {
      if (from === "web") {
        const isEmpty = address.trim() === ""
        return isEmpty
          ? refused({ address: "required" })
          : checked(importSource, { team_id, text: null, address })
      }
      if (!file) return refused({ text: "required" })
      if (file.size > IMPORT_LIMITS.bytes) return refused({ text: "calendar_too_large" })
      return checked(importSource, { team_id, text: await file.text(), address: null })
    },
    send: (payload) =>
      call("/api/imports/look", {
        method: "POST",
        payload,
        read: (json) => z.parse(found, json),
      }),
  })

/** Why it did not work, where that is nothing of one field. */
const Notice = ({ failure }: { failure: Failure | null }) =>
  failure?.code === "email_unconfirmed" ? (
    <div role="alert">
      <ConfirmEmail text="account:unconfirmed.event" isRefused />
    </div>
  ) : (
    <FormNotice failure={failure} signIn="calendar:form.signIn" />
  )

interface SourceProps {
  form: ReturnType<typeof lookFor>
  onFound: (found: FoundEvents) => void
  onClose: () => void
}

function SourceDialog({ form, onFound, onClose }: SourceProps) {
  const t = pageTranslate()
  const { values, change, field, failure, isSending } = useForm(form)
  const ownTeams = useStore($ownTeams) ?? []

  async function look() {
    const answer = await form.submit()
    if (!answer?.ok) return
    form.reopen()
    onFound(answer.body)
  }

  return (
    <FormDialog
      title={t("calendar:import.title")}
      lead={<p className="soft mt-2">{t("calendar:import.lead")}</p>}
      className="w-150"
      isFocused
      cancel={t("calendar:import.cancel")}
      submit={t(isSending ? "calendar:import.looking" : "calendar:import.look")}
      isSending={isSending}
      failure={failure}
      notice={<Notice failure={failure} />}
      onSubmit={look}
      onCancel={onClose}
    >
      <ChoiceField
        {...field("team_id")}
        label={t("calendar:form.team")}
        value={values.team_id}
        options={[
          { value: "", label: t("calendar:form.chooseTeam") },
          ...teamChoices(ownTeams, null),
        ]}
        onChange={(team_id) => change(teamChanges(values, team_id, ownTeams, null))}
      />
      <RadioField
        {...field("from")}
        label={t("calendar:import.from")}
        value={values.from}
        options={[
          { value: "file", label: t("calendar:import.file") },
          { value: "web", label: t("calendar:import.web") },
        ]}
        onChange={(from) => change({ from })}
      />
      {values.from === "file" ? (
        <Field
          {...field("text")}
          label={t("calendar:import.fileLabel")}
          hint={t("calendar:import.fileHint")}
        >
          <div className="flex flex-wrap items-center gap-2">
            <label
              className="btn btn-ghost btn-small relative has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-(--focus)"
              htmlFor={field("text").id}
            >
              <input
                {...described({ ...field("text"), label: "", hint: true })}
                className="sr-only"
                type="file"
                accept=".ics,text/calendar"
                onChange={({ target }) => {
                  const [file] = target.files ?? []
                  if (file) change({ file, text: null })
                }}
              />
              {t("calendar:import.chooseFile")}
            </label>
            <span className="wrap-anywhere" role="status">
              {values.file?.name}
            </span>
          </div>
        </Field>
      ) : (
        <TextField
          {...field("address")}
          label={t("calendar:import.address")}
          hint={t("calendar:import.addressHint")}
          value={values.address}
          onChange={(address) => change({ address })}
        />
      )}
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
      <div className="grid gap-4.5 sm:grid-cols-2">
        <ChoiceField
          {...field("country")}
          label={t("calendar:import.country")}
          value={values.country}
          options={[
            { value: "", label: t("calendar:form.noCountry") },
            ...COUNTRIES.map((value) => ({ value, label: t(`common:countries.${value}`) })),
          ]}
          onChange={(country) => change({ country })}
        />
        <ChoiceField
          {...field("language")}
          label={t("calendar:import.language")}
          value={values.language}
          options={LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
          onChange={(language) => change({ language })}
        />
      </div>
    </FormDialog>
  )
}

interface EntryProps {
  event: FoundEvent
  isChosen: boolean
  onChange: (isChosen: boolean) => void
}

function Entry({ event, isChosen, onChange }: EntryProps) {
  const t = pageTranslate()
  const id = useId()
  const { date, time } = whenOf(event, pageLocale())
  return (
    <li className="check border-t border-line py-3">
      <input
        id={id}
        type="checkbox"
        checked={isChosen}
        aria-describedby={`${id}-about`}
        onChange={({ target }) => onChange(target.checked)}
      />
      <div className="min-w-0">
        <label className="label wrap-anywhere" htmlFor={id}>
          {event.title}
        </label>
        <div id={`${id}-about`}>
          <p className="hint wrap-anywhere">
            {[date, time, event.location].filter(Boolean).join(" · ")}
          </p>
          <p className="mt-2 flex flex-wrap gap-2.5">
            {event.changes ? (
              event.changes.map((change) => (
                <span key={change} className="badge">
                  {t(`calendar:import.changes.${change}`)}
                </span>
              ))
            ) : (
              <span className="badge badge-glow">{t("calendar:import.new")}</span>
            )}
          </p>
        </div>
      </div>
    </li>
  )
}

/** What is not in the list, and why. */
function LeftOut({ found: { events, past, more, unusable } }: { found: FoundEvents }) {
  const t = pageTranslate()
  const same = events.filter(({ changes }) => changes?.length === 0).length
  return (
    <div className="grid gap-1">
      {Object.entries({ same, past, more, unusable }).map(
        ([name, count]) =>
          count > 0 && (
            <p key={name} className="hint">
              {t(`calendar:import.${name as "same" | "past" | "more" | "unusable"}`, { count })}
            </p>
          ),
      )}
    </div>
  )
}

interface ChoiceProps {
  source: Source
  found: FoundEvents
  onBack: () => void
  onDone: () => void
}

function ChoiceDialog({ source, found, onBack, onDone }: ChoiceProps) {
  const t = pageTranslate()
  const [form] = useState(() => {
    const { team_id, event_type, language } = source
    const chosen = new Set(found.events.filter(({ changes }) => changes?.length !== 0))
    return createForm(
      { chosen },
      {
        check({ chosen }: { chosen: Set<FoundEvent> }) {
          const events = found.events.filter((event) => chosen.has(event))
          const body = { team_id, event_type, language, country: source.country || null, events }
          return { ok: true as const, body: body satisfies ChosenEvents }
        },
        send: (payload) =>
          call("/api/imports", { method: "POST", payload, read: (json) => counts.parse(json) }),
      },
    )
  })
  const { values, change, failure, isSending } = useForm(form)
  const { chosen } = values
  const choices = found.events.filter(({ changes }) => changes?.length !== 0)

  async function take() {
    if (chosen.size === 0) return
    const answer = await form.submit()
    if (!answer?.ok) return
    const { added, changed } = answer.body
    showToast({
      tone: "success",
      title: t("calendar:import.done", { count: added + changed }),
      text: source.event_type === "public" ? t("calendar:import.soon") : undefined,
    })
    reload()
    onDone()
  }

  function choose(event: FoundEvent, isChosen: boolean) {
    const others = [...chosen].filter((other) => other !== event)
    change({ chosen: new Set(isChosen ? [...others, event] : others) })
  }

  return (
    <FormDialog
      title={t("calendar:import.choose")}
      className="w-150"
      isFocused
      cancel={t("calendar:import.back")}
      submit={
        chosen.size > 0
          ? t("calendar:import.submit", { count: chosen.size })
          : t("calendar:import.nothing")
      }
      isSending={isSending}
      failure={failure}
      notice={<Notice failure={failure} />}
      onSubmit={take}
      onCancel={onBack}
    >
      {choices.length === 0 && <p>{t("calendar:import.none")}</p>}
      <LeftOut found={found} />
      {choices.length > 0 && (
        <ul>
          {choices.map((event) => (
            <Entry
              key={event.uid}
              event={event}
              isChosen={chosen.has(event)}
              onChange={(isChosen) => choose(event, isChosen)}
            />
          ))}
        </ul>
      )}
    </FormDialog>
  )
}

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [found, setFound] = useState<FoundEvents | null>(null)
  const [form] = useState(() => {
    const teams = teamChoices($ownTeams.get() ?? [], null)
    const own = $ownTeams.get()?.find(({ id }) => teams.length === 1 && id === teams[0]?.value)
    return lookFor({
      team_id: own?.id ?? "",
      from: "file",
      file: null,
      text: null,
      address: "",
      event_type: "public",
      country: own?.country ?? "",
      language: pageLocale(),
    })
  })
  useEffect(() => onLeft(onClose), [onClose])
  return found ? (
    <ChoiceDialog
      source={form.$values.get()}
      found={found}
      onBack={() => setFound(null)}
      onDone={onClose}
    />
  ) : (
    <SourceDialog form={form} onFound={setFound} onClose={onClose} />
  )
}
