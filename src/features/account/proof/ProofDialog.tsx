/**
 * Dialog in which members confirm their identity before a sensitive change. After the confirmation, `call()` repeats
 * the request that the server had refused.
 */
import { type ReactNode, useId, useState } from "react"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { callOrThrow } from "../../../islands/query.ts"
import { call } from "../../../shared/call.ts"
import { Button } from "../../../ui/Button.tsx"
import { Modal } from "../../../ui/dialog/Modal.tsx"
import { mountDialog } from "../../../ui/dialog/mount-dialog.tsx"
import { Form } from "../../../ui/forms/Form.tsx"
import { getFailureMessage } from "../../../ui/forms/failure-message.ts"
import { HiddenUsername, PasswordField } from "../../../ui/forms/fields.tsx"
import { createForm } from "../../../ui/forms/form.ts"
import { checkWithSchema } from "../../../ui/forms/submission.ts"
import { useForm } from "../../../ui/forms/use-form.ts"
import { ActionButton } from "../ActionButton.tsx"
import { FormNotice } from "../FormNotice.tsx"
import { ACCOUNT_PATH, type Account, accountResponse } from "../own-account.ts"
import { signWithPasskey } from "../passkeys/authenticator.ts"
import { codeBody, passwordBody } from "../schema.ts"
import { CodeField } from "../security/factor/CodeForm.tsx"
import { listProofWays } from "./ways.ts"

const PATH = "/api/account/proof"

const sendProof = (payload: object) => call(PATH, { method: "POST", payload })

const createProofForm = (way: "password" | "code") =>
  createForm(
    { password: "", code: "" },
    {
      check: (values) => checkWithSchema(way === "code" ? codeBody : passwordBody, values),
      send: sendProof,
    },
  )

interface Props {
  account: Account
  onDone: (isProven: boolean) => void
}

type WayProps = Pick<Props, "onDone">

function Actions({ onDone, children }: WayProps & { children: ReactNode }) {
  return (
    <div className="dialog-actions">
      <Button className="btn-ghost btn-small" onClick={() => onDone(false)}>
        {pageTranslate()("security:proof.cancel")}
      </Button>
      {children}
    </div>
  )
}

function ProofForm({ account, way, onDone }: Props & { way: "password" | "code" }) {
  const t = pageTranslate()
  const [form] = useState(() => createProofForm(way))
  const { field, failure, isSending } = useForm(form)

  async function submit() {
    const result = await form.submit()
    if (result?.ok) onDone(true)
  }

  return (
    <Form className="grid gap-4" failure={failure} onSubmit={submit}>
      {way === "code" ? (
        <CodeField {...field("code")} label={t("security:factor.codeOrRecovery")} />
      ) : (
        <>
          <HiddenUsername email={account.email} />
          <PasswordField
            {...field("password")}
            name="password"
            label={t("security:proof.password")}
            autoComplete="current-password"
          />
        </>
      )}
      <FormNotice failure={failure} />
      <Actions onDone={onDone}>
        <Button className="btn-small" type="submit" isBusy={isSending}>
          {t(isSending ? "security:proof.sending" : "security:proof.submit")}
        </Button>
      </Actions>
    </Form>
  )
}

const WAY_LABELS = {
  passkey: "security:proof.byPasskey",
  password: "security:proof.byPassword",
  code: "security:proof.byCode",
} as const

function PasskeyWay({ onDone }: WayProps) {
  const t = pageTranslate()
  const [failure, setFailure] = useState("")

  async function prove() {
    setFailure("")
    const signed = await signWithPasskey(`${PATH}/options`)
    const result = signed?.ok ? await sendProof({ passkey: signed.body }) : signed
    if (result?.ok) onDone(true)
    else setFailure(result ? getFailureMessage(result.failure, t) : t("security:proof.noPasskey"))
  }

  return (
    <>
      <p className="error empty:hidden" role="alert">
        {failure}
      </p>
      <Actions onDone={onDone}>
        <ActionButton
          className="btn-small"
          text={WAY_LABELS.passkey}
          busyText="security:proof.sending"
          action={prove}
        />
      </Actions>
    </>
  )
}

/**
 * Link for members who can confirm their identity only with Google. Google leads back to this page, where the
 * member repeats the change.
 */
function GoogleWay({ onDone }: WayProps) {
  const next = location.pathname + location.search + location.hash
  const query = new URLSearchParams({ next, proof: "1", language: document.documentElement.lang })
  return (
    <Actions onDone={onDone}>
      <a className="btn btn-small" href={`/api/auth/google?${query}`}>
        {pageTranslate()("security:proof.byGoogle")}
      </a>
    </Actions>
  )
}

function ProofDialog({ account, onDone }: Props) {
  const t = pageTranslate()
  const id = useId()
  const ways = listProofWays(account)
  const [way, setWay] = useState(ways[0])
  return (
    <Modal labelledBy={id} className="confirm" onCancel={() => onDone(false)}>
      <h2 id={id}>{t("security:proof.title")}</h2>
      <p className="soft">{t(way ? "security:proof.text" : "security:proof.google")}</p>
      {way === undefined && <GoogleWay onDone={onDone} />}
      {way === "passkey" && <PasskeyWay onDone={onDone} />}
      {(way === "password" || way === "code") && (
        <ProofForm key={way} account={account} way={way} onDone={onDone} />
      )}
      {ways
        .filter((other) => other !== way)
        .map((other) => (
          <button
            key={other}
            className="justify-self-start text-md underline decoration-edge underline-offset-4 hover:decoration-current"
            type="button"
            onClick={() => setWay(other)}
          >
            {t(WAY_LABELS[other])}
          </button>
        ))}
    </Modal>
  )
}

/** Opens the dialog. Resolves to true if the member has confirmed the identity, and to false after a cancel. */
export async function openProofDialog(): Promise<boolean> {
  const account = await callOrThrow(ACCOUNT_PATH, accountResponse, { cache: "no-store" })
  const { promise, resolve } = Promise.withResolvers<boolean>()
  mountDialog(({ onClose }) => (
    <ProofDialog
      account={account}
      onDone={(isProven) => {
        onClose()
        resolve(isProven)
      }}
    />
  ))
  return promise
}
