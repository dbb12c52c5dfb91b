/** The form of signing up, which comes with the first who wants to: most only look. */
import type { Locale } from "../../../i18n/locales.ts"
import { tFor } from "../../../i18n/t-for.ts"
import { ownValue } from "../../../json.ts"
import { Form } from "../../../ui/forms/Form.tsx"
import { failureMessage } from "../../../ui/forms/failure-message.ts"
import { ChoiceField, TextField } from "../../../ui/forms/fields.tsx"
import { createForm } from "../../../ui/forms/form.ts"
import { checked, refused } from "../../../ui/forms/submission.ts"
import { useForm } from "../../../ui/forms/use-form.ts"
import { WaitingButton } from "../../../ui/forms/WaitingButton.tsx"
import { ConfirmEmail } from "../../account/email/ConfirmEmail.tsx"
import type { SignupQuestion } from "../schema.ts"
import { type SignupBody, signupBody } from "./forms.ts"
import { ANSWER_MAX, NOTE_MAX, type Signup } from "./schema.ts"
import type { SignupStore } from "./store.ts"

interface SignupValues {
  /** Digits. */
  guests: string
  note: string
  /** By the questions' ids. */
  answers: Record<string, string>
}

const NOTHING: SignupValues = { guests: "0", note: "", answers: {} }

const valuesOf = ({ mine }: Signup): SignupValues =>
  mine ? { guests: String(mine.guests), note: mine.note ?? "", answers: mine.answers } : NOTHING

/** Returns the first question with choices that has no valid answer. Questions without choices are optional. */
const unanswered = (questions: SignupQuestion[], { answers }: SignupValues) =>
  questions.find(
    ({ id, choices }) => choices.length > 0 && !choices.includes(ownValue(answers, id) ?? ""),
  )

/** Filled with what was said before; it keeps what is typed until it is sent. */
export function createSignupForm({ $query, send, tell }: SignupStore, shown: Signup) {
  const form = createForm<SignupValues, SignupBody, Signup>(
    valuesOf(shown),
    {
      check(values) {
        const { signup_questions } = ($query.get().data ?? shown).event.signups
        const missing = unanswered(signup_questions, values)
        if (missing) return refused({ [missing.id]: "required" })
        return checked(signupBody, { ...values, guests: Number(values.guests), status: "going" })
      },
      send,
    },
    "sign-up",
  )
  return {
    form,
    /** True once it is stored. */
    async signUp(): Promise<boolean> {
      const answer = await form.submit()
      if (!answer) return false
      const isInForm = !answer.ok && /^(invalid|email_unconfirmed)$/.test(answer.failure.code)
      if (!isInForm) tell(answer, "going")
      return answer.ok
    },
  }
}

interface Props {
  locale: Locale
  signupForm: ReturnType<typeof createSignupForm>
  shown: Signup
  onClose: () => void
}

export function SignupForm({ locale, signupForm, shown, onClose }: Props) {
  const t = tFor(locale)
  const { values, change, field, failure, isSending } = useForm(signupForm.form)
  const { guests_max, signup_questions } = shown.event.signups
  // Who has more than are allowed by now keeps them.
  const most = Math.max(guests_max, shown.mine?.guests ?? 0)
  const hasPlace = shown.mine?.status === "going" || shown.mine?.status === "waiting"
  const answer = (id: string, text: string) =>
    change({ answers: { ...values.answers, [id]: text } })
  return (
    <Form
      className="grid gap-4.5"
      failure={failure}
      onSubmit={async () => {
        if (await signupForm.signUp()) onClose()
      }}
    >
      {most > 0 && (
        <ChoiceField
          {...field("guests")}
          label={t("signups:form.guests")}
          value={values.guests}
          options={Array.from({ length: most + 1 }, (_, count) => ({
            value: String(count),
            label:
              count === 0 ? t("signups:form.noGuests") : t("signups:form.withGuests", { count }),
          }))}
          onChange={(guests) => change({ guests })}
        />
      )}
      {signup_questions.map(({ id, text, choices }) => {
        const state = {
          id: `${field("answers").id}${id}`,
          error: ownValue(failure?.errors ?? {}, id),
        }
        const value = ownValue(values.answers, id) ?? ""
        return choices.length > 0 ? (
          <ChoiceField
            key={id}
            {...state}
            label={text}
            value={choices.includes(value) ? value : ""}
            options={[
              { value: "", label: t("signups:form.choose") },
              ...choices.map((choice) => ({ value: choice, label: choice })),
            ]}
            onChange={(choice) => answer(id, choice)}
          />
        ) : (
          <TextField
            key={id}
            {...state}
            label={text}
            value={value}
            max={ANSWER_MAX}
            onChange={(typed) => answer(id, typed)}
          />
        )
      })}
      <TextField
        {...field("note")}
        label={t("signups:form.note")}
        hint={t("signups:form.noteHint")}
        value={values.note}
        max={NOTE_MAX}
        lines={2}
        onChange={(note) => change({ note })}
      />
      {failure?.code === "email_unconfirmed" ? (
        <ConfirmEmail text="account:unconfirmed.signup" isRefused />
      ) : (
        failure &&
        failure.code !== "invalid" && (
          <p className="error" role="alert">
            {failureMessage(failure, t)}
          </p>
        )
      )}
      <div className="flex flex-wrap gap-2.5">
        <WaitingButton className="btn-small" type="submit" isBusy={isSending}>
          {t(hasPlace ? "signups:form.save" : "signups:form.submit")}
        </WaitingButton>
        <button className="btn btn-ghost btn-small" type="button" onClick={onClose}>
          {t("signups:form.cancel")}
        </button>
      </div>
    </Form>
  )
}
