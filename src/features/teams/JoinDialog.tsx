/** Asking a team to take one in, with a message for its owner. */
import "../../ui/dialog.css"
import { useEffect, useId } from "react"
import type { Answer, Failure } from "../../call.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { fieldErrors } from "../../problem.ts"
import { Form } from "../../ui/Form.tsx"
import { TextField } from "../../ui/fields.tsx"
import { focusIdIfLost } from "../../ui/focus-if-lost.ts"
import { createForm } from "../../ui/form.ts"
import { Modal } from "../../ui/Modal.tsx"
import { refused } from "../../ui/submission.ts"
import { tellOutcome } from "../../ui/tell-outcome.ts"
import { useForm } from "../../ui/use-form.ts"
import { WaitingButton } from "../../ui/WaitingButton.tsx"
import { onLeft } from "../session/on-left.ts"
import { FormNotice } from "./FormNotice.tsx"
import { joinBody, MESSAGE_MAX } from "./schema.ts"
import { teamStore } from "./team-page.ts"
import type { SentRequest } from "./team-store.ts"

const NO_MESSAGE = { message: "" }

// One for the page: a message that was begun is still there when the dialog is opened again.
const form = createForm(NO_MESSAGE, {
  check(values: { message: string }) {
    const parsed = joinBody.safeParse(values)
    return parsed.success
      ? { ok: true, body: parsed.data.message ?? null }
      : refused(fieldErrors(parsed.error.issues))
  },
  send: (message: string | null) => teamStore.ask(message),
})

onLeft(() => form.reset(NO_MESSAGE))

const textOfSent = (answer: Answer<SentRequest>) =>
  answer.ok && answer.body.mails ? "teams:join.sent.text" : "teams:join.sent.textHere"

/** How things stand is seen on the page itself. */
const isOver = ({ code }: Failure) =>
  code === "already_member" || code === "already_requested" || code === "request_declined"

export function JoinDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const t = pageTranslate()
  const titleId = useId()
  const { values, change, field, failure, isSending } = useForm(form)
  useEffect(() => onLeft(onClose), [onClose])
  const isIncomplete = failure?.code === "profile_incomplete"

  async function submit() {
    const answer = await form.submit()
    if (!answer) return
    const failed = answer.ok ? null : answer.failure
    // Said in the dialog.
    if (failed?.code === "invalid" || failed?.code === "profile_incomplete") return
    const done = { title: t("teams:join.sent.title"), text: t(textOfSent(answer)) }
    tellOutcome(failed, done, "teams:join.failed")
    if (answer.ok) form.reset(NO_MESSAGE)
    if (answer.ok || isOver(answer.failure)) {
      onClose()
      focusIdIfLost("team-actions")
    }
  }

  return (
    <Modal labelledBy={titleId} className="team-dialog" onCancel={onClose}>
      <h2 id={titleId}>{t("teams:join.title", { team: name })}</h2>
      <Form className="team-form" failure={failure} onSubmit={submit}>
        <TextField
          {...field("message")}
          label={t("teams:join.message")}
          hint={t("teams:join.messageHint")}
          value={values.message}
          max={MESSAGE_MAX}
          lines={4}
          onChange={(message) => change({ message })}
        />
        {isIncomplete ? (
          <p className="error" role="alert">
            {t("teams:join.profileIncomplete")}{" "}
            {/* In a tab of its own: leaving this one would lose what was typed. */}
            <a
              className="team-link"
              href={localePath("/profile", pageLocale())}
              target="_blank"
              rel="noopener"
            >
              {t("teams:join.profileLink")}
              <span className="sr-only"> {t("teams:page.newTab")}</span>
            </a>
          </p>
        ) : (
          <FormNotice failure={failure} />
        )}
        <div className="dialog-actions">
          <button className="btn btn-ghost btn-small" type="button" onClick={onClose}>
            {t("teams:join.cancel")}
          </button>
          <WaitingButton className="btn-small" type="submit" isBusy={isSending}>
            {t(isSending ? "teams:join.sending" : "teams:join.submit")}
          </WaitingButton>
        </div>
      </Form>
    </Modal>
  )
}
