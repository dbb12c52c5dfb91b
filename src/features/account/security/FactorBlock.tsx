/** Two-step login: turning it on and off, and its recovery codes. */
import { useStore } from "@nanostores/react"
import { lazy, type ReactNode, Suspense, useState } from "react"
import type { Answer } from "../../../call.ts"
import { formatDate } from "../../../i18n/dates.ts"
import type { MessageKey } from "../../../i18n/keys.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { SITE } from "../../../site.ts"
import { Form } from "../../../ui/forms/Form.tsx"
import { failureMessage } from "../../../ui/forms/failure-message.ts"
import { createForm } from "../../../ui/forms/form.ts"
import { SettingsBlock } from "../../../ui/forms/SettingsBlock.tsx"
import { checked } from "../../../ui/forms/submission.ts"
import { useForm } from "../../../ui/forms/use-form.ts"
import { WaitingButton } from "../../../ui/forms/WaitingButton.tsx"
import { LoadFailed, LoadingRows } from "../../../ui/LoadState.tsx"
import { showToast } from "../../../ui/toast/toasts.ts"
import { $account, type Account } from "../own-account.ts"
import { codeBody } from "../schema.ts"
import { CodeField } from "./CodeField.tsx"
import {
  $factor,
  $factorState,
  beginFactor,
  confirmFactor,
  type Enrollment,
  type Factor,
  removeFactor,
  renewCodes,
} from "./factor.ts"

const FactorQr = lazy(() => import("./FactorQr.tsx"))

type Step =
  | { name: "shown" }
  | { name: "enrolling"; enrollment: Enrollment }
  | { name: "renewing" }
  | { name: "removing" }
  | { name: "codes"; codes: string[] }

interface CodeFormProps<Result> {
  label: MessageKey
  submit: MessageKey
  busy: MessageKey
  isDanger?: boolean
  send: (code: string) => Promise<Answer<Result>>
  onDone: (result: Result) => void
  onCancel: () => void
}

function CodeForm<Result>(props: CodeFormProps<Result>) {
  const { label, submit, busy, isDanger = false, send, onDone, onCancel } = props
  const t = pageTranslate()
  const [form] = useState(() =>
    createForm(
      { code: "" },
      { check: (values) => checked(codeBody, values), send: ({ code }) => send(code) },
    ),
  )
  const { values, change, field, failure, isSending } = useForm(form)
  const isSaidAtField = failure !== null && Object.keys(failure.errors).length > 0

  async function enter() {
    const answer = await form.submit()
    if (answer?.ok) onDone(answer.body)
  }

  return (
    <Form
      className="grid justify-items-start gap-4 [&>.field]:w-full"
      failure={failure}
      onSubmit={enter}
    >
      <CodeField
        {...field("code")}
        label={t(label)}
        value={values.code}
        onChange={(code) => change({ code })}
      />
      <p className="error empty:hidden" role="alert">
        {failure && !isSaidAtField && failureMessage(failure, t)}
      </p>
      <div className="flex flex-wrap gap-2.5">
        <WaitingButton
          className={`btn-small ${isDanger ? "btn-danger" : ""}`}
          type="submit"
          isBusy={isSending}
        >
          {t(isSending ? busy : submit)}
        </WaitingButton>
        <button className="btn btn-ghost btn-small" type="button" onClick={onCancel}>
          {t("security:factor.cancel")}
        </button>
      </div>
    </Form>
  )
}

function Enrolling({ address, secret, children }: Enrollment & { children: ReactNode }) {
  const t = pageTranslate()
  return (
    <>
      <div>
        <p className="font-semibold">{t("security:factor.scan")}</p>
        <p className="hint mt-1">{t("security:factor.scanHint")}</p>
      </div>
      <div className="aspect-square w-full max-w-60">
        <Suspense>
          <FactorQr address={address} />
        </Suspense>
      </div>
      <a className="btn btn-ghost btn-small" href={address}>
        {t("security:factor.open")}
      </a>
      <p>
        <span className="hint block">{t("security:factor.typed")}</span>
        <code className="font-mono wrap-anywhere select-all">
          {secret.replace(/(.{4})(?=.)/g, "$1 ")}
        </code>
      </p>
      {children}
    </>
  )
}

function downloadCodes(codes: string[]): void {
  const text = `${SITE.name}: ${pageTranslate()("security:factor.codesTitle")}\n\n${codes.join("\n")}\n`
  const href = URL.createObjectURL(new Blob([text], { type: "text/plain" }))
  const download = `${SITE.name.toLowerCase()}-recovery-codes.txt`
  Object.assign(document.createElement("a"), { href, download }).click()
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}

async function copyCodes(codes: string[]): Promise<void> {
  const t = pageTranslate()
  try {
    await navigator.clipboard.writeText(codes.join("\n"))
    showToast({ tone: "success", title: t("security:factor.copied") })
  } catch {
    showToast({ tone: "error", title: t("security:factor.copyFailed") })
  }
}

function RecoveryCodes({ codes, onSaved }: { codes: string[]; onSaved: () => void }) {
  const t = pageTranslate()
  return (
    <>
      <div role="status">
        <p className="font-semibold">{t("security:factor.codesTitle")}</p>
        <p className="hint mt-1">{t("security:factor.codesHint")}</p>
      </div>
      <ol className="grid grid-cols-1 gap-x-8 gap-y-1.5 rounded-small border border-line p-4 font-mono min-[560px]:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2.5">
        <button className="btn btn-small" type="button" onClick={onSaved}>
          {t("security:factor.saved")}
        </button>
        <button
          className="btn btn-ghost btn-small"
          type="button"
          onClick={() => downloadCodes(codes)}
        >
          {t("security:factor.download")}
        </button>
        <button
          className="btn btn-ghost btn-small"
          type="button"
          onClick={() => void copyCodes(codes)}
        >
          {t("security:factor.copy")}
        </button>
      </div>
    </>
  )
}

function TurnOn({ onBegun }: { onBegun: (enrollment: Enrollment) => void }) {
  const t = pageTranslate()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState("")

  async function begin() {
    setIsBusy(true)
    const answer = await beginFactor()
    setIsBusy(false)
    setFailure(answer.ok ? "" : failureMessage(answer.failure, t))
    if (answer.ok) onBegun(answer.body)
  }

  return (
    <>
      <p className="error empty:hidden" role="alert">
        {failure}
      </p>
      <WaitingButton className="btn-ghost btn-small" isBusy={isBusy} onClick={() => void begin()}>
        {t(isBusy ? "security:factor.turningOn" : "security:factor.turnOn")}
      </WaitingButton>
    </>
  )
}

interface FactorProps {
  account: Account
  factor: Factor
}

function FactorSteps({ account, factor: { confirmed_at, codes_left } }: FactorProps) {
  const t = pageTranslate()
  const [step, setStep] = useState<Step>({ name: "shown" })
  const back = () => setStep({ name: "shown" })

  function showCodes(codes: string[]) {
    setStep({ name: "codes", codes })
    $factor.revalidate()
    $account.mutate({ ...account, has_second_factor: true })
  }

  function removed() {
    back()
    $factor.mutate({ confirmed_at: null, codes_left: 0 })
    $account.mutate({ ...account, has_second_factor: false })
    showToast({
      tone: "success",
      title: t("security:factor.turnedOff"),
      text: t("security:factor.turnedOffText"),
    })
  }

  if (step.name === "codes") return <RecoveryCodes codes={step.codes} onSaved={back} />
  if (step.name === "enrolling") {
    return (
      <Enrolling {...step.enrollment}>
        <CodeForm
          label="security:factor.code"
          submit="security:factor.confirm"
          busy="security:factor.confirming"
          send={confirmFactor}
          onDone={showCodes}
          onCancel={back}
        />
      </Enrolling>
    )
  }
  if (confirmed_at === null) {
    return <TurnOn onBegun={(enrollment) => setStep({ name: "enrolling", enrollment })} />
  }
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="badge border-success/55 text-success">
          {t("security:factor.on", { date: formatDate(confirmed_at, "date", pageLocale()) })}
        </span>
        <span className={codes_left < 3 ? "error" : "hint"}>
          {t("security:factor.codesLeft", { count: codes_left })}
        </span>
      </p>
      {step.name === "renewing" && (
        <CodeForm
          label="security:factor.codeOrRecovery"
          submit="security:factor.renew"
          busy="security:factor.renewing"
          send={renewCodes}
          onDone={showCodes}
          onCancel={back}
        />
      )}
      {step.name === "removing" && (
        <CodeForm
          label="security:factor.codeOrRecovery"
          submit="security:factor.turnOff"
          busy="security:factor.turningOff"
          isDanger
          send={removeFactor}
          onDone={removed}
          onCancel={back}
        />
      )}
      {step.name === "shown" && (
        <div className="flex flex-wrap gap-2.5">
          <button
            className="btn btn-ghost btn-small"
            type="button"
            onClick={() => setStep({ name: "renewing" })}
          >
            {t("security:factor.renew")}
          </button>
          <button
            className="btn btn-ghost btn-small"
            type="button"
            onClick={() => setStep({ name: "removing" })}
          >
            {t("security:factor.turnOff")}
          </button>
        </div>
      )}
    </>
  )
}

export function FactorBlock({ account }: { account: Account }) {
  const t = pageTranslate()
  const state = useStore($factorState)
  return (
    <SettingsBlock title={t("security:factor.title")} hint={t("security:factor.hint")}>
      {state.status === "loading" && <LoadingRows label="security:factor.loading" />}
      {state.status === "failed" && (
        <LoadFailed
          title="security:factor.failed"
          failure={state.failure}
          onRetry={$factor.invalidate}
        />
      )}
      {state.status === "ready" && <FactorSteps account={account} factor={state.data} />}
    </SettingsBlock>
  )
}
