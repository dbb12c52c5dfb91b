/** The dialog where a member proves their identity; then the call that demanded it is repeated. */
import { useId, useState } from "react"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { callFor } from "../../../islands/query.ts"
import { call } from "../../../shared/call.ts"
import { Modal } from "../../../ui/dialog/Modal.tsx"
import { mountDialog } from "../../../ui/dialog/mount-dialog.tsx"
import { Form } from "../../../ui/forms/Form.tsx"
import { failureMessage } from "../../../ui/forms/failure-message.ts"
import { PasswordField, PasswordManagerUser } from "../../../ui/forms/fields.tsx"
import { createForm } from "../../../ui/forms/form.ts"
import { checked } from "../../../ui/forms/submission.ts"
import { useForm } from "../../../ui/forms/use-form.ts"
import { WaitingButton } from "../../../ui/forms/WaitingButton.tsx"
import { ACCOUNT_PATH, type Account, accountAnswer } from "../own-account.ts"
import { signWithPasskey } from "../passkeys/authenticator.ts"
import { codeBody, passwordBody } from "../schema.ts"
import { CodeField } from "../security/factor/CodeForm.tsx"
import { proofWays } from "./ways.ts"

const PATH = "/api/account/proof"

const send = (payload: object) => call(PATH, { method: "POST", payload, read: () => undefined })

const createProofForm = (way: "password" | "code") =>
  createForm(
    { password: "", code: "" },
    {
      check: (values) => checked(way === "code" ? codeBody : passwordBody, values),
      send,
    },
  )

interface Props {
  account: Account
  onDone: (isProven: boolean) => void
}

function ProofForm({ account, way, onDone }: Props & { way: "password" | "code" }) {
  const t = pageTranslate()
  const [form] = useState(() => createProofForm(way))
  const { values, change, field, failure, isSending } = useForm(form)
  const isSaidAtField = failure !== null && Object.keys(failure.errors).length > 0

  async function submit() {
    const answer = await form.submit()
    if (answer?.ok) onDone(true)
  }

  return (
    <Form className="grid gap-4" failure={failure} onSubmit={submit}>
      {way === "code" ? (
        <CodeField
          {...field("code")}
          label={t("security:factor.codeOrRecovery")}
          value={values.code}
          onChange={(code) => change({ code })}
        />
      ) : (
        <>
          <PasswordManagerUser email={account.email} />
          <PasswordField
            {...field("password")}
            name="password"
            label={t("security:proof.password")}
            value={values.password}
            autoComplete="current-password"
            onChange={(password) => change({ password })}
          />
        </>
      )}
      <p className="error empty:hidden" role="alert">
        {failure && !isSaidAtField && failureMessage(failure, t)}
      </p>
      <div className="dialog-actions">
        <button className="btn btn-ghost btn-small" type="button" onClick={() => onDone(false)}>
          {t("security:proof.cancel")}
        </button>
        <WaitingButton className="btn-small" type="submit" isBusy={isSending}>
          {t(isSending ? "security:proof.sending" : "security:proof.submit")}
        </WaitingButton>
      </div>
    </Form>
  )
}

const NAMES = {
  passkey: "security:proof.byPasskey",
  password: "security:proof.byPassword",
  code: "security:proof.byCode",
} as const

function PasskeyWay({ onDone }: Pick<Props, "onDone">) {
  const t = pageTranslate()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState("")

  async function prove() {
    setIsBusy(true)
    setFailure("")
    const signed = await signWithPasskey(`${PATH}/options`)
    const answer = signed?.ok ? await send({ passkey: signed.body }) : signed
    setIsBusy(false)
    if (answer?.ok) onDone(true)
    else setFailure(answer ? failureMessage(answer.failure, t) : t("security:proof.noPasskey"))
  }

  return (
    <>
      <p className="error empty:hidden" role="alert">
        {failure}
      </p>
      <div className="dialog-actions">
        <button className="btn btn-ghost btn-small" type="button" onClick={() => onDone(false)}>
          {t("security:proof.cancel")}
        </button>
        <WaitingButton className="btn-small" isBusy={isBusy} onClick={() => void prove()}>
          {t(isBusy ? "security:proof.sending" : NAMES.passkey)}
        </WaitingButton>
      </div>
    </>
  )
}

/** Leads to Google and back to this page, where the member starts again. */
function GoogleWay({ onDone }: Props) {
  const t = pageTranslate()
  const next = location.pathname + location.search + location.hash
  const query = new URLSearchParams({ next, proof: "1", language: document.documentElement.lang })
  return (
    <div className="dialog-actions">
      <button className="btn btn-ghost btn-small" type="button" onClick={() => onDone(false)}>
        {t("security:proof.cancel")}
      </button>
      <a className="btn btn-small" href={`/api/auth/google?${query}`}>
        {t("security:deletion.delete.googleLink")}
      </a>
    </div>
  )
}

function ProofDialog({ account, onDone }: Props) {
  const t = pageTranslate()
  const id = useId()
  const ways = proofWays(account)
  const [way, setWay] = useState(ways[0])
  return (
    <Modal labelledBy={id} className="confirm" onCancel={() => onDone(false)}>
      <h2 id={id}>{t("security:proof.title")}</h2>
      <p className="soft">{t("security:proof.text")}</p>
      {way === undefined && <GoogleWay account={account} onDone={onDone} />}
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
            {t(NAMES[other])}
          </button>
        ))}
    </Modal>
  )
}

/** Opens the dialog. Resolves to whether the member proved their identity. */
export async function askForProof(): Promise<boolean> {
  const account = await callFor(ACCOUNT_PATH, accountAnswer, { cache: "no-store" })
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
