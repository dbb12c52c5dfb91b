import { useEffect, useId, useRef, useState } from "react"
import type { MessageKey } from "../../i18n/keys.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { Form } from "../../ui/Form.tsx"
import { Modal } from "../../ui/Modal.tsx"
import { PasswordField } from "../../ui/PasswordField.tsx"
import { PasswordManagerUser } from "../../ui/PasswordManagerUser.tsx"
import { useForm } from "../../ui/use-form.ts"
import { WaitingButton } from "../../ui/WaitingButton.tsx"
import type { Account } from "../account/own-account.ts"
import { Consequences } from "./Consequences.tsx"
import { DeletionFailure } from "./DeletionFailure.tsx"
import { createDeletionForm } from "./deletion.ts"
import { sayGoodbye } from "./goodbye.ts"

interface Props {
  account: Account
  /** What the way back from Google says. */
  refusal: MessageKey | null
  onCancel: () => void
}

export function DeletionDialog({ account, refusal, onCancel }: Props) {
  const { email, has_password } = account
  const t = pageTranslate()
  const titleId = useId()
  const [form] = useState(() => createDeletionForm(has_password))
  const { values, change, field, failure, isSending } = useForm(form)
  const actions = useRef<HTMLDivElement>(null)

  // What went wrong pushes the buttons down, on phones out of sight.
  useEffect(() => {
    if (failure) actions.current?.scrollIntoView({ block: "end" })
  }, [failure])

  async function submit() {
    const answer = await form.submit()
    if (answer?.ok) sayGoodbye()
  }

  /** Once it is sent there is no way back. */
  const cancel = () => form.$submission.get().status === "open" && onCancel()

  return (
    <Modal labelledBy={titleId} className="leaving" isFocused onCancel={cancel}>
      <h2 id={titleId}>{t("security:leaving.delete.heading")}</h2>
      <p className="leaving-account">{t("security:leaving.delete.account", { email })}</p>
      <Consequences />
      <p className="leaving-final">{t("security:leaving.delete.final")}</p>
      <Form failure={failure} onSubmit={submit}>
        <PasswordManagerUser email={email} />
        {has_password && (
          <PasswordField
            {...field("password")}
            name="password"
            label={t("security:leaving.delete.password")}
            value={values.password}
            autoComplete="current-password"
            onChange={(password) => change({ password })}
          />
        )}
        {!has_password && failure?.code !== "sign_in_again" && (
          <p className="hint">{t("security:leaving.delete.google")}</p>
        )}
        <div className="leaving-failure" role="alert">
          {failure && <DeletionFailure failure={failure} />}
          {!failure && refusal && <p className="error">{t(refusal)}</p>}
        </div>
        <div ref={actions} className="leaving-actions">
          <button
            className="btn btn-ghost btn-small"
            type="button"
            disabled={isSending}
            onClick={onCancel}
          >
            {t("security:leaving.delete.cancel")}
          </button>
          <WaitingButton className="btn-danger btn-small" type="submit" isBusy={isSending}>
            {t(isSending ? "security:leaving.delete.sending" : "security:leaving.delete.submit")}
          </WaitingButton>
        </div>
      </Form>
    </Modal>
  )
}
