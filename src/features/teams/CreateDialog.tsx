/** The dialog in which a team is founded. */
import "../../ui/dialog.css"
import { useEffect, useId } from "react"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { Form } from "../../ui/Form.tsx"
import { Modal } from "../../ui/Modal.tsx"
import { showToast, showToastOnNextPage } from "../../ui/toasts.ts"
import { useForm } from "../../ui/use-form.ts"
import { WaitingButton } from "../../ui/WaitingButton.tsx"
import { onLeft } from "../session/on-left.ts"
import { createTeamForm, creationFailureText, NO_TEAM } from "./create-team.ts"
import { FormNotice } from "./FormNotice.tsx"
import { TeamFields } from "./TeamFields.tsx"
import { teamPath } from "./team.ts"

// One for the page: who closes the dialog finds what was typed when opening it again.
const form = createTeamForm()
onLeft(() => form.reset(NO_TEAM))

export function CreateDialog({ onClose }: { onClose: () => void }) {
  const t = pageTranslate()
  const titleId = useId()
  const { failure, isSending } = useForm(form)
  useEffect(() => onLeft(onClose), [onClose])

  async function submit() {
    const answer = await form.submit()
    if (!answer) return
    if (!answer.ok) {
      const title = creationFailureText(answer.failure, t)
      if (title) showToast({ tone: "error", title, about: "teams:create.failed" })
      return
    }
    const { title, text } = {
      title: t("teams:create.done.title"),
      text: t("teams:create.done.text"),
    }
    showToastOnNextPage({ tone: "success", title, text })
    // "Back" may bring this page again as it was left.
    form.reset(NO_TEAM)
    onClose()
    location.assign(localePath(teamPath(answer.body.slug), pageLocale()))
  }

  return (
    <Modal labelledBy={titleId} className="team-dialog" onCancel={onClose}>
      <h2 id={titleId}>{t("teams:create.title")}</h2>
      <Form className="team-form" failure={failure} onSubmit={submit}>
        <TeamFields form={form} savedSlug={null} onChange={form.change} />
        <FormNotice failure={failure} />
        <div className="dialog-actions">
          <button className="btn btn-ghost btn-small" type="button" onClick={onClose}>
            {t("teams:create.cancel")}
          </button>
          <WaitingButton className="btn-small" type="submit" isBusy={isSending}>
            {t(isSending ? "teams:create.sending" : "teams:create.submit")}
          </WaitingButton>
        </div>
      </Form>
    </Modal>
  )
}
