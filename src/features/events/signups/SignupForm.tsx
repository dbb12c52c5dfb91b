/**
 * Form for the details of a sign-up. It is loaded when a button is pressed, because most visitors only read the page.
 */
import type { Locale } from "../../../i18n/locales.ts"
import { tFor } from "../../../i18n/t-for.ts"
import { getOwnValue } from "../../../shared/json.ts"
import { Button } from "../../../ui/Button.tsx"
import { Form } from "../../../ui/forms/Form.tsx"
import { ChoiceField, TextField } from "../../../ui/forms/fields.tsx"
import { createForm } from "../../../ui/forms/form.ts"
import { checkWithSchema, failCheck } from "../../../ui/forms/submission.ts"
import { useForm } from "../../../ui/forms/use-form.ts"
import { PublishNotice } from "../../account/email/PublishNotice.tsx"
import { DISPLAY_NAME_MAX } from "../../account/profile/schema.ts"
import { countFreePlaces } from "../event.ts"
import { ANSWER_MAX, checkAnswers, keepValidAnswers } from "./answers.ts"
import { type SignupBody, signupBody } from "./forms.ts"
import { isHidden, NOTE_MAX, type Signup, type SignupResponse } from "./schema.ts"
import type { SignupStore } from "./store.ts"

interface SignupValues {
  name: string
  /** The number of guests as digits. */
  guests: string
  note: string
  /** Answers by the id of the organizers' question. */
  answers: Record<string, string>
}

const getValues = ({ event, mine }: Signup): SignupValues => ({
  name: "",
  guests: String(mine?.guests ?? 0),
  note: mine?.note ?? "",
  answers: keepValidAnswers(event.signups.signup_questions, mine?.answers ?? {}),
})

/** Creates the sign-up form. A toast shows the result, except for errors that the form shows itself. */
export function createSignupForm({ $query, send, showResult }: SignupStore, signup: Signup) {
  const form = createForm<SignupValues, SignupBody, SignupResponse>(
    getValues(signup),
    {
      check({ name, guests, note, answers }) {
        const { data } = $query.get()
        const { event, needs_name } = data && !isHidden(data) ? data : signup
        const questions = event.signups.signup_questions
        // Answers to questions that organizers have removed while the form was open are left out.
        const currentAnswers = Object.fromEntries(
          Object.entries(answers).filter(([question]) =>
            questions.some(({ id }) => id === question),
          ),
        )
        const errors = checkAnswers(questions, currentAnswers, { isGoing: true })
        if (needs_name && !name.trim()) errors["name"] = "required"
        if (Object.keys(errors).length > 0) return failCheck(errors)
        const body = {
          status: "going",
          guests: Number(guests),
          note,
          answers: currentAnswers,
          name,
        }
        return checkWithSchema(signupBody, body)
      },
      send,
    },
    "sign-up",
  )
  return {
    form,
    /** Sends the form. Returns whether the sign-up is stored. */
    async signUp(): Promise<boolean> {
      const result = await form.submit()
      if (!result) return false
      const isShownInForm =
        !result.ok && ["invalid", "email_unconfirmed"].includes(result.failure.code)
      if (!isShownInForm) showResult(result, "going")
      return result.ok
    },
  }
}

interface Props {
  locale: Locale
  signupForm: ReturnType<typeof createSignupForm>
  signup: Signup
  onClose: () => void
}

export function SignupForm({ locale, signupForm, signup, onClose }: Props) {
  const t = tFor(locale)
  const { values, change, field, failure, isSending } = useForm(signupForm.form)
  const { event, mine, needs_name, has_waitlist } = signup
  const { guests_max, signup_questions } = event.signups
  const maxGuestsOfEvent = (event.max_participants ?? Number.POSITIVE_INFINITY) - 1
  // Members keep their guests when organizers lower the limit.
  const maxGuests = Math.max(Math.min(guests_max, maxGuestsOfEvent), mine?.guests ?? 0)
  const isListed = mine?.status === "going" || mine?.status === "waiting"
  const freePlaces = countFreePlaces(event)
  const isFull = has_waitlist || (freePlaces !== null && freePlaces <= Number(values.guests))
  const signUpKey = isFull && mine?.status !== "offered" ? "signups:answers.wait" : "signups:signUp"
  const changeAnswer = (id: string, text: string) =>
    change({ answers: { ...values.answers, [id]: text } })
  return (
    <Form
      className="grid gap-4.5"
      failure={failure}
      onSubmit={async () => {
        if (await signupForm.signUp()) onClose()
      }}
    >
      {needs_name && (
        <TextField
          {...field("name")}
          label={t("signups:form.name")}
          hint={t("signups:form.nameHint")}
          max={DISPLAY_NAME_MAX}
          isRequired
          autoComplete="nickname"
        />
      )}
      {maxGuests > 0 && (
        <ChoiceField
          {...field("guests")}
          label={t("signups:form.guests")}
          options={Array.from({ length: maxGuests + 1 }, (_, count) => ({
            value: String(count),
            label:
              count === 0 ? t("signups:form.noGuests") : t("signups:form.withGuests", { count }),
          }))}
        />
      )}
      {/* `lang=""` is set, because the language of an organizer's question is unknown. */}
      {signup_questions.map(({ id, text, choices }) => {
        const fieldState = {
          id: `${field("answers").id}${id}`,
          error: getOwnValue(failure?.errors ?? {}, `answers.${id}`),
        }
        const value = getOwnValue(values.answers, id) ?? ""
        return choices.length > 0 ? (
          <ChoiceField
            key={id}
            {...fieldState}
            label={<span lang="">{text}</span>}
            value={choices.includes(value) ? value : ""}
            options={[
              { value: "", label: t("signups:form.choose") },
              ...choices.map((choice) => ({ value: choice, label: choice, lang: "" })),
            ]}
            onChange={(choice) => changeAnswer(id, choice)}
          />
        ) : (
          <TextField
            key={id}
            {...fieldState}
            label={<span lang="">{text}</span>}
            value={value}
            max={ANSWER_MAX}
            onChange={(answer) => changeAnswer(id, answer)}
          />
        )
      })}
      <TextField
        {...field("note")}
        label={t("signups:form.note")}
        hint={t("signups:form.noteHint")}
        max={NOTE_MAX}
        lines={2}
      />
      <PublishNotice failure={failure} text="account:unconfirmed.signup" />
      <div className="flex flex-wrap gap-2.5">
        <Button className="btn-small" type="submit" isBusy={isSending}>
          {t(isListed ? "signups:form.save" : signUpKey)}
        </Button>
        <Button className="btn-ghost btn-small" onClick={onClose}>
          {t("signups:form.cancel")}
        </Button>
      </div>
    </Form>
  )
}
