import { useStore } from "@nanostores/react"
import type { ComponentProps } from "react"
import * as z from "zod/mini"
import type { Country } from "../../../countries.ts"
import { LOCALE_NAMES, LOCALES, type Locale } from "../../../i18n/locales.ts"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { call } from "../../../shared/call.ts"
import { FormDialog } from "../../../ui/dialog/FormDialog.tsx"
import { CountryField } from "../../../ui/forms/CountryField.tsx"
import {
  ChoiceField,
  Field,
  getFieldAttributes,
  RadioField,
  TextField,
} from "../../../ui/forms/fields.tsx"
import { createForm } from "../../../ui/forms/form.ts"
import { checkWithSchema, failCheck } from "../../../ui/forms/submission.ts"
import { useForm } from "../../../ui/forms/use-form.ts"
import { PublishNotice } from "../../account/email/PublishNotice.tsx"
import { beginsCalendar, decodeCalendar, HEAD_BYTES } from "../../events/import/bytes.ts"
import { type FoundEvents, IMPORT_LIMITS, importSource } from "../../events/import/schema.ts"
import { getChangesForTeam, listTeamChoices } from "../editor/values.ts"
import { $ownTeams } from "../queries.ts"

/** Values of the form: the calendar, and values that all its events get. */
export interface Source {
  team_id: string
  from: "file" | "web"
  file: File | null
  /** Always null. The form shows errors of the file at this field. */
  text: null
  /** URL of a calendar on the web. */
  address: string
  event_type: "public" | "team"
  country: Country | ""
  language: Locale
}

const foundEvents = z.custom<FoundEvents>()

/** Creates the form that sends a calendar to the server, which returns its events and stores nothing. */
export const createSourceForm = (values: Source) =>
  createForm(values, {
    async check({ team_id, from, file, address }: Source) {
      if (from === "web") {
        const isEmpty = address.trim() === ""
        return isEmpty
          ? failCheck({ address: "required" })
          : checkWithSchema(importSource, { team_id, text: null, address })
      }
      if (!file) return failCheck({ text: "required" })
      const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
      if (!beginsCalendar(head)) return failCheck({ text: "no_calendar" })
      if (file.size > IMPORT_LIMITS.bytes) return failCheck({ text: "calendar_too_large" })
      const bytes = new Uint8Array(await file.arrayBuffer())
      return checkWithSchema(importSource, { team_id, text: decodeCalendar(bytes), address: null })
    },
    send: (payload) =>
      call("/api/imports/look", {
        method: "POST",
        payload,
        read: foundEvents,
      }),
  })

/** Texts for members who must confirm their email or log in before an import. */
export const NOTICE_TEXTS = {
  text: "account:unconfirmed.event",
  loginLinkKey: "calendar:form.signIn",
} as const satisfies Omit<ComponentProps<typeof PublishNotice>, "failure">

interface SourceProps {
  form: ReturnType<typeof createSourceForm>
  onFound: (found: FoundEvents) => void
  onClose: () => void
}

/** First step of an import: the member chooses a file or a URL. */
export function SourceDialog({ form, onFound, onClose }: SourceProps) {
  const t = pageTranslate()
  const { values, change, field, failure, isSending } = useForm(form)
  const ownTeams = useStore($ownTeams) ?? []

  async function readCalendar() {
    const result = await form.submit()
    if (!result?.ok) return
    form.reopen()
    onFound(result.body)
  }

  return (
    <FormDialog
      title={t("calendar:import.title")}
      lead={<p className="soft mt-2">{t("calendar:import.lead")}</p>}
      className="w-150"
      isDialogFocused
      cancel={t("calendar:import.cancel")}
      submit={t(isSending ? "calendar:import.looking" : "calendar:import.look")}
      isSending={isSending}
      failure={failure}
      notice={<PublishNotice failure={failure} {...NOTICE_TEXTS} />}
      onSubmit={readCalendar}
      onCancel={onClose}
    >
      <ChoiceField
        {...field("team_id")}
        label={t("calendar:form.team")}
        options={[
          { value: "", label: t("calendar:form.chooseTeam") },
          ...listTeamChoices(ownTeams, null),
        ]}
        onChange={(team_id) => change(getChangesForTeam(values, team_id, ownTeams, null))}
      />
      <RadioField
        {...field("from")}
        label={t("calendar:import.from")}
        options={[
          { value: "file", label: t("calendar:import.file") },
          { value: "web", label: t("calendar:import.web") },
        ]}
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
                {...getFieldAttributes({ ...field("text"), label: "", hint: true })}
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
        options={[
          { value: "team", label: t("calendar:form.teamOnly") },
          { value: "public", label: t("calendar:form.public") },
        ]}
      />
      <div className="grid gap-4.5 sm:grid-cols-2">
        <CountryField
          {...field("country")}
          label={t("calendar:import.country")}
          noneLabel={t("calendar:form.noCountry")}
        />
        <ChoiceField
          {...field("language")}
          label={t("calendar:import.language")}
          options={LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
        />
      </div>
    </FormDialog>
  )
}
