/** Settings of the second factor: codes from an authenticator app, and recovery codes. */
import { lazy, type ReactNode, Suspense, useState } from "react"
import { formatDate } from "../../../../i18n/dates.ts"
import { pageLocale, pageTranslate } from "../../../../i18n/page-translate.ts"
import { Button } from "../../../../ui/Button.tsx"
import { getFailureMessage } from "../../../../ui/forms/failure-message.ts"
import { SettingsBlock } from "../../../../ui/forms/SettingsBlock.tsx"
import { showOutcome, showSuccess } from "../../../../ui/toast/show-outcome.ts"
import { ActionButton } from "../../ActionButton.tsx"
import { Loaded } from "../../Loaded.tsx"
import { $account, type Account } from "../../own-account.ts"
import { CodeForm } from "./CodeForm.tsx"
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
import { RecoveryCodes } from "./RecoveryCodes.tsx"

// If the QR code cannot be loaded, its place stays empty: the member can type the secret instead.
const FactorQr = lazy(() => import("./FactorQr.tsx").catch(() => ({ default: () => <></> })))

/** If fewer recovery codes than this number are left, their number is shown as a warning. */
const ENOUGH_CODES = 3

type Step =
  | { name: "overview" }
  | { name: "enrolling"; enrollment: Enrollment }
  | { name: "renewing" }
  | { name: "removing" }
  | { name: "codes"; codes: string[] }

const splitIntoGroups = (secret: string) => secret.replace(/(.{4})(?=.)/g, "$1 ")

function EnrollmentStep({ address: url, secret, children }: Enrollment & { children: ReactNode }) {
  const t = pageTranslate()
  return (
    <>
      <div>
        <p className="font-semibold">{t("security:factor.scan")}</p>
        <p className="hint mt-1">{t("security:factor.scanHint")}</p>
      </div>
      <div className="aspect-square w-full max-w-60">
        <Suspense>
          <FactorQr url={url} />
        </Suspense>
      </div>
      <a className="btn btn-ghost btn-small" href={url}>
        {t("security:factor.open")}
      </a>
      <p>
        <span className="hint block">{t("security:factor.typed")}</span>
        <code className="font-mono wrap-anywhere select-all">{splitIntoGroups(secret)}</code>
      </p>
      {children}
    </>
  )
}

function TurnOnButton({ onStarted }: { onStarted: (enrollment: Enrollment) => void }) {
  const t = pageTranslate()
  const [failure, setFailure] = useState("")

  async function begin() {
    const result = await beginFactor()
    setFailure(result.ok ? "" : getFailureMessage(result.failure, t))
    if (result.ok) onStarted(result.body)
  }

  return (
    <>
      <p className="error empty:hidden" role="alert">
        {failure}
      </p>
      <ActionButton
        className="btn-ghost btn-small"
        text="security:factor.turnOn"
        busyText="security:factor.turningOn"
        action={begin}
      />
    </>
  )
}

interface FactorProps {
  account: Account
  factor: Factor
}

function FactorSteps({ account, factor: { confirmed_at, codes_left, needs_code } }: FactorProps) {
  const t = pageTranslate()
  const [step, setStep] = useState<Step>({ name: "overview" })
  const showOverview = () => setStep({ name: "overview" })

  function showCodes(codes: string[]) {
    setStep({ name: "codes", codes })
    $factor.revalidate()
    $account.mutate({ ...account, has_second_factor: true })
  }

  function showRemoved() {
    showOverview()
    $factor.mutate({ confirmed_at: null, codes_left: 0, needs_code })
    $account.mutate({ ...account, has_second_factor: false })
    showSuccess("security:factor.turnedOff", "security:factor.turnedOffText")
  }

  async function remove() {
    if (needs_code) return setStep({ name: "removing" })
    const result = await removeFactor()
    if (result.ok) showRemoved()
    else
      showOutcome(result, { title: t("security:factor.turnedOff") }, "security:factor.removeFailed")
  }

  if (step.name === "codes") return <RecoveryCodes codes={step.codes} onSaved={showOverview} />
  if (step.name === "enrolling") {
    return (
      <EnrollmentStep {...step.enrollment}>
        <CodeForm
          fieldLabel="security:factor.code"
          buttonText="security:factor.confirm"
          busyText="security:factor.confirming"
          send={confirmFactor}
          onDone={showCodes}
          onCancel={showOverview}
        />
      </EnrollmentStep>
    )
  }
  if (confirmed_at === null) {
    return <TurnOnButton onStarted={(enrollment) => setStep({ name: "enrolling", enrollment })} />
  }
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="badge border-current text-success">
          {t("security:factor.on", { date: formatDate(confirmed_at, "date", pageLocale()) })}
        </span>
        <span className={codes_left < ENOUGH_CODES ? "error" : "hint"}>
          {t("security:factor.codesLeft", { count: codes_left })}
        </span>
      </p>
      {step.name === "renewing" && (
        <CodeForm
          fieldLabel="security:factor.codeOrRecovery"
          buttonText="security:factor.renew"
          busyText="security:factor.renewing"
          send={renewCodes}
          onDone={showCodes}
          onCancel={showOverview}
        />
      )}
      {step.name === "removing" && (
        <CodeForm
          fieldLabel="security:factor.codeOrRecovery"
          buttonText="security:factor.turnOff"
          busyText="security:factor.turningOff"
          isDanger
          send={removeFactor}
          onDone={showRemoved}
          onCancel={showOverview}
        />
      )}
      {step.name === "overview" && (
        <div className="flex flex-wrap gap-2.5">
          <Button className="btn-ghost btn-small" onClick={() => setStep({ name: "renewing" })}>
            {t("security:factor.renew")}
          </Button>
          <ActionButton
            className="btn-ghost btn-small"
            text="security:factor.turnOff"
            busyText="security:factor.turningOff"
            action={remove}
          />
        </div>
      )}
    </>
  )
}

export function FactorBlock({ account }: { account: Account }) {
  const t = pageTranslate()
  return (
    <SettingsBlock
      title={t("security:factor.title")}
      hint={
        <>
          {t("security:factor.hint")}
          {(account.has_second_factor || account.has_passkey) && (
            <span className="mt-2 block">{t("security:factor.lost")}</span>
          )}
        </>
      }
    >
      <Loaded $state={$factorState} texts="security:factor." onRetry={$factor.invalidate}>
        {(factor) => <FactorSteps account={account} factor={factor} />}
      </Loaded>
    </SettingsBlock>
  )
}
