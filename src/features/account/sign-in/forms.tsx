/** Forms of account pages and of emailed links, as static HTML. Scripts find their parts by `data-` attributes. */
import { localePath } from "../../../i18n/paths.ts"
import { getT } from "../../../i18n/t.ts"
import { SITE } from "../../../site.ts"
import { HiddenUsername } from "../../../ui/forms/fields.tsx"
import {
  AccountForm,
  CheckField,
  EmailField,
  Field,
  HelpLinks,
  LegalText,
  type LinkAction,
  type LocaleProps,
  NewPassword,
  PasswordField,
} from "./form-parts.tsx"

/** Whether pages offer log-ins with Google. The API uses the same environment variable. */
export const HAS_GOOGLE = Boolean(process.env.GOOGLE_CLIENT_ID)

const DIVIDER_LINE = "flex-1 border-t border-line"

function GoogleButton({ locale }: LocaleProps) {
  const t = getT(locale)
  if (!HAS_GOOGLE) return null
  return (
    <div className="mt-7.5 grid gap-3.5" data-google>
      <a
        className="btn btn-ghost"
        href={`/api/auth/google?language=${locale}&remember=1`}
        rel="nofollow"
      >
        <svg
          aria-hidden="true"
          width="20"
          height="20"
          viewBox="0 0 24 24"
          fill="none"
          strokeWidth="4.4"
        >
          <path stroke="#ea4335" d="M4.2 7.5a9 9 0 0 1 14.4-1.6" />
          <path stroke="#fbbc05" d="M4.2 16.5a9 9 0 0 1 0-9" />
          <path stroke="#34a853" d="M18.2 18.5a9 9 0 0 1-14-2" />
          <path stroke="#4285f4" d="M12 12h9a9 9 0 0 1-2.8 6.5" />
        </svg>
        {t("account:google.button")}
      </a>
      <p className="hint text-center text-balance">
        <LegalText locale={locale} text={t("account:google.terms")} />
      </p>
      <p className="flex items-center gap-4 text-md text-soft">
        <span className={DIVIDER_LINE} />
        {t("account:google.or")}
        <span className={DIVIDER_LINE} />
      </p>
    </div>
  )
}

const QUIET_LINK_CLASS =
  "text-soft underline decoration-edge underline-offset-4 hover:text-text hover:decoration-current"

function PasskeyForm({ locale, isPrimary = false }: LocaleProps & { isPrimary?: boolean }) {
  const t = getT(locale)
  const [idle, busy] = [t("account:passkey.button"), t("account:passkey.busy")]
  return (
    <form className="needs-script mt-3!" method="post" data-form="waiting" data-passkey="">
      <p className="account-message" role="alert" data-form-error />
      <button
        className={isPrimary ? "btn" : "btn btn-ghost"}
        type="submit"
        data-idle={idle}
        data-busy={busy}
      >
        {idle}
      </button>
    </form>
  )
}

const StartOver = ({ locale }: LocaleProps) => (
  <button className={`mt-5 ${QUIET_LINK_CLASS}`} type="button" data-start-over>
    {getT(locale)("account:code.again")}
  </button>
)

const LostFactorHint = ({ locale, texts }: LocaleProps & { texts: "code" | "passkeyStep" }) => (
  <p className="hint mt-5">{getT(locale)(`account:${texts}.lost`, { email: SITE.email })}</p>
)

export const PasskeyStep = ({ locale }: LocaleProps) => (
  <>
    <PasskeyForm locale={locale} isPrimary />
    <StartOver locale={locale} />
    <LostFactorHint locale={locale} texts="passkeyStep" />
  </>
)

export function LoginForm({ locale }: LocaleProps) {
  const t = getT(locale)
  return (
    <>
      <GoogleButton locale={locale} />
      <AccountForm locale={locale} texts="account:login" action="auth/sign-in">
        <HelpLinks
          locale={locale}
          failureCodes="invalid_credentials rate_limited account_guarded google_unconfirmed"
          links={["newPassword", "createAccount"]}
        />
        {/* The button logs in with this form, and the link with Google. Both cancel the scheduled deletion. */}
        <p className="-mt-2.5" data-help-for="account_leaving" hidden>
          <input type="checkbox" name="keep" hidden />
          <button className="btn btn-ghost btn-small" type="button" data-keep="">
            {t("account:offers.keep")}
          </button>
        </p>
        <p className="-mt-2.5" data-help-for="google_leaving" hidden>
          <a
            className="btn btn-ghost btn-small"
            href={`/api/auth/google?keep=1&language=${locale}`}
          >
            {t("account:offers.keep")}
          </a>
        </p>
        <EmailField locale={locale} suggestions="webauthn" />
        <PasswordField
          locale={locale}
          name="password"
          label={t("account:fields.password")}
          autoComplete="current-password"
        />
        <div className="flex flex-wrap justify-between gap-x-4 gap-y-3">
          <CheckField name="remember" label={t("account:fields.remember")} isChecked />
          <a
            className={QUIET_LINK_CLASS}
            href={localePath("/forgot-password", locale)}
            data-carries-email
          >
            {t("account:login.forgot")}
          </a>
        </div>
      </AccountForm>
      <PasskeyForm locale={locale} />
    </>
  )
}

function CodeField({ locale }: LocaleProps) {
  const t = getT(locale)
  return (
    <Field
      name="code"
      label={t("account:fields.code")}
      hint={t("account:fields.codeHint")}
      className="font-mono tracking-widest"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}

export function CodeForm({ locale }: LocaleProps) {
  return (
    <>
      <AccountForm locale={locale} texts="account:code" action="auth/second-factor">
        <CodeField locale={locale} />
      </AccountForm>
      <PasskeyForm locale={locale} />
      <StartOver locale={locale} />
      <LostFactorHint locale={locale} texts="code" />
    </>
  )
}

export function RegisterForm({ locale }: LocaleProps) {
  const t = getT(locale)
  return (
    <>
      <GoogleButton locale={locale} />
      <AccountForm locale={locale} texts="account:register" action="auth/sign-up">
        <EmailField locale={locale} />
        <HelpLinks locale={locale} failureCodes="email_taken" links={["logIn", "newPassword"]} />
        <NewPassword
          locale={locale}
          label={t("account:fields.password")}
          confirmationLabel={t("account:fields.confirmPassword")}
        />
        <CheckField
          name="terms"
          label={<LegalText locale={locale} text={t("account:fields.terms")} />}
          isRequired
        />
        <CheckField name="marketing_consent" label={t("account:fields.marketing")} />
      </AccountForm>
    </>
  )
}

export const ForgotForm = ({ locale }: LocaleProps) => (
  <AccountForm locale={locale} texts="account:forgot" action="auth/forgot-password">
    <EmailField locale={locale} />
  </AccountForm>
)

export function ResetForm({ locale }: LocaleProps) {
  const t = getT(locale)
  return (
    <AccountForm locale={locale} texts="account:reset" action="auth/reset-password">
      <HiddenUsername email="" />
      <NewPassword
        locale={locale}
        label={t("account:fields.newPassword")}
        confirmationLabel={t("account:fields.confirmNewPassword")}
      />
      {/* This field is shown if the API requires the second factor for a new password. */}
      <div className="grid gap-3" data-second-factor="" hidden>
        <p>{t("account:reset.code")}</p>
        <CodeField locale={locale} />
      </div>
    </AccountForm>
  )
}

export const VerifyForm = ({ locale }: LocaleProps) => (
  <AccountForm locale={locale} texts="account:verify" action="auth/verify-email">
    <p className="-mt-2.5" data-help-for="sign_in_required" hidden>
      {/* The link opens a new tab, because this page holds the token of the emailed link. */}
      <a
        className="font-semibold underline decoration-edge underline-offset-4 hover:decoration-current"
        href={localePath("/login", locale)}
        target="_blank"
        rel="noopener"
      >
        {getT(locale)("account:offers.logInNewTab")}
      </a>
    </p>
  </AccountForm>
)

const createLinkForm =
  (action: LinkAction) =>
  ({ locale }: LocaleProps) => (
    <AccountForm locale={locale} texts={`newsletter:${action}`} action={`newsletter/${action}`} />
  )

export const LINK_FORMS = {
  confirm: createLinkForm("confirm"),
  unsubscribe: createLinkForm("unsubscribe"),
}
