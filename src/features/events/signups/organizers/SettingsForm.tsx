import { useState } from "react"
import { pageTranslate } from "../../../../i18n/page-translate.ts"
import { call } from "../../../../shared/call.ts"
import { createRandomId } from "../../../../shared/random-id.ts"
import { getUtcTime, getWallTime } from "../../../../shared/zone.ts"
import { Button } from "../../../../ui/Button.tsx"
import { Form } from "../../../../ui/forms/Form.tsx"
import { CheckField, ChoiceField, DateTimeField, TextField } from "../../../../ui/forms/fields.tsx"
import { createForm } from "../../../../ui/forms/form.ts"
import { checkWithSchema } from "../../../../ui/forms/submission.ts"
import { useForm } from "../../../../ui/forms/use-form.ts"
import { showOutcome } from "../../../../ui/toast/show-outcome.ts"
import { parseWholeNumber } from "../../form.ts"
import { ScopeField } from "../../series/ScopeField.tsx"
import type { Scope } from "../../series/schema.ts"
import { type SignupSettings, signupSettings } from "../forms.ts"
import { GUESTS_MAX, QUESTION_MAX, QUESTIONS_MAX, type Signup, signup } from "../schema.ts"
import { RefusalMessage } from "./dialogs.tsx"

interface Question {
  id: string
  text: string
  /** Choices, one per line. */
  choices: string
}

interface Values {
  scope: Scope
  takes_signups: boolean
  /** The number as digits, or an empty string if there is no limit. */
  max_participants: string
  /** Local times in the event's time zone (`YYYY-MM-DDTHH:MM`), or empty strings if sign-up has no start or end. */
  signup_from: string
  signup_until: string
  guests_max: string
  offers_places: boolean
  signup_questions: Question[]
}

const formatLocalTime = (iso: string | null, zone: string) =>
  iso ? getWallTime(Date.parse(iso), zone).slice(0, "2026-11-27T18:00".length) : ""

const getValues = ({ max_participants, time_zone, signups }: Signup["event"]): Values => ({
  scope: "this",
  takes_signups: signups.takes_signups,
  max_participants: max_participants?.toString() ?? "",
  signup_from: formatLocalTime(signups.signup_from, time_zone),
  signup_until: formatLocalTime(signups.signup_until, time_zone),
  guests_max: String(signups.guests_max),
  offers_places: signups.offers_places,
  signup_questions: signups.signup_questions.map(({ choices, ...question }) => ({
    ...question,
    choices: choices.join("\n"),
  })),
})

/** Returns the UTC time (ISO) of a local time. An invalid time is returned unchanged, so that the schema rejects it. */
function convertToUtc(localTime: string, zone: string): string | null {
  if (!localTime) return null
  const utcTime = getUtcTime(localTime, zone)
  return utcTime.ok ? utcTime.iso : localTime
}

/** Answers are stored under this id, so that they are kept when the question's text changes. */
const createQuestionId = () => createRandomId().slice(0, 8)

interface Props {
  signup: Signup
  onSaved: (saved: Signup) => void
}

export function SettingsForm({ signup: { event }, onSaved }: Props) {
  const t = pageTranslate()
  const [form] = useState(() =>
    createForm<Values, SignupSettings, Signup>(
      getValues(event),
      {
        check: (values) =>
          checkWithSchema(signupSettings, {
            ...values,
            max_participants: parseWholeNumber(values.max_participants),
            signup_from: convertToUtc(values.signup_from, event.time_zone),
            signup_until: convertToUtc(values.signup_until, event.time_zone),
            guests_max: Number(values.guests_max),
            signup_questions: values.signup_questions.map(({ choices, ...question }) => ({
              ...question,
              choices: choices.split("\n").filter((line) => line.trim()),
            })),
          }),
        send: (payload) =>
          call(`/api/events/${event.id}/signup-settings`, {
            method: "PATCH",
            payload,
            read: signup,
          }),
      },
      `sign-up settings ${event.id}`,
    ),
  )
  const { values, change, field, failure, isSending } = useForm(form)
  const questions = values.signup_questions
  const changeQuestion = (changedIndex: number, changes: Partial<Question>) =>
    change({
      signup_questions: questions.map((question, index) =>
        index === changedIndex ? { ...question, ...changes } : question,
      ),
    })

  async function save() {
    const result = await form.submit()
    if (!result?.ok) return
    form.reset(getValues(result.body.event))
    onSaved(result.body)
    showOutcome(null, { title: t("signups:settings.saved") }, "signups:toasts.failed")
  }

  return (
    <section aria-labelledby="settings-title">
      <h2 id="settings-title" className="mb-3.5 text-lg">
        {t("signups:settings.title")}
      </h2>
      <Form className="grid gap-4.5" failure={failure} onSubmit={save}>
        <CheckField
          {...field("takes_signups")}
          label={t("signups:settings.open")}
          hint={t("signups:settings.openHint")}
        />
        {values.takes_signups && (
          <>
            <TextField
              {...field("max_participants")}
              label={t("calendar:form.places")}
              hint={t("signups:settings.placesHint")}
            />
            <DateTimeField
              {...field("signup_from")}
              label={t("signups:settings.from")}
              isOptional
            />
            <DateTimeField
              {...field("signup_until")}
              label={t("signups:settings.until")}
              hint={t("signups:settings.untilHint")}
              isOptional
            />
            <ChoiceField
              {...field("guests_max")}
              label={t("signups:settings.guests")}
              options={Array.from({ length: GUESTS_MAX + 1 }, (_, count) => ({
                value: String(count),
                label: count === 0 ? t("signups:settings.noGuests") : String(count),
              }))}
            />
            <CheckField
              {...field("offers_places")}
              label={t("signups:settings.offers")}
              hint={t("signups:settings.offersHint")}
            />
            {questions.map(({ id, text, choices }, index) => (
              <fieldset key={id} className="grid gap-3.5 rounded-small border border-line p-4">
                <legend className="px-1.5 text-md font-semibold">
                  {t("signups:settings.question", { number: index + 1 })}
                </legend>
                <TextField
                  {...field("signup_questions")}
                  id={`${field("signup_questions").id}${id}`}
                  label={t("signups:settings.questionText")}
                  value={text}
                  max={QUESTION_MAX}
                  onChange={(newText) => changeQuestion(index, { text: newText })}
                />
                <TextField
                  id={`${field("signup_questions").id}${id}c`}
                  error={undefined}
                  label={t("signups:settings.choices")}
                  hint={t("signups:settings.choicesHint")}
                  value={choices}
                  lines={3}
                  onChange={(newChoices) => changeQuestion(index, { choices: newChoices })}
                />
                <Button
                  className="btn-ghost btn-small w-fit"
                  onClick={() =>
                    change({
                      signup_questions: questions.filter((_, otherIndex) => otherIndex !== index),
                    })
                  }
                >
                  {t("signups:settings.removeQuestion")}
                </Button>
              </fieldset>
            ))}
            {questions.length < QUESTIONS_MAX && (
              <Button
                className="btn-ghost btn-small w-fit"
                onClick={() =>
                  change({
                    signup_questions: [
                      ...questions,
                      { id: createQuestionId(), text: "", choices: "" },
                    ],
                  })
                }
              >
                {t("signups:settings.addQuestion")}
              </Button>
            )}
          </>
        )}
        {event.series && (
          <ScopeField
            {...field("scope")}
            label={t("calendar:form.scope.title")}
            event={event}
            outcome="changed"
            onlyUpcoming
          />
        )}
        <RefusalMessage failure={failure} />
        <Button className="btn-small w-fit" type="submit" isBusy={isSending}>
          {t("signups:settings.save")}
        </Button>
      </Form>
    </section>
  )
}
