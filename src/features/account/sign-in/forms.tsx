/** The forms for signing in, up and back in, as the build renders them; `start-form.ts` brings them to life. */
import type { ComponentProps, ReactNode } from "react"
import { linkedParts } from "../../../i18n/linked-parts.ts"
import type { Locale } from "../../../i18n/locales.ts"
import { localePath } from "../../../i18n/paths.ts"
import { getT } from "../../../i18n/t.ts"
import { SITE } from "../../../site.ts"
import { PasswordManagerUser } from "../../../ui/forms/fields.tsx"
import { Icon } from "../../../ui/Icon.tsx"
import { PASSWORD_MIN } from "../schema.ts"

interface Localized {
  locale: Locale
}

/** What a mailed link of the newsletter does. */
type LinkAction = "confirm" | "unsubscribe"

interface AccountFormProps extends Localized {
  texts:
    | `account:${"login" | "code" | "register" | "forgot" | "reset" | "verify"}`
    | `newsletter:${LinkAction}`
  /** Below /api. */
  action: string
  children?: ReactNode
}

/** A form with a place for the server's refusal, and its button. */
function AccountForm({ locale, texts, action, children }: AccountFormProps) {
  const t = getT(locale)
  const [idle, busy] = [t(`${texts}.submit`), t(`${texts}.sending`)]
  return (
    <form method="post" action={`/api/${action}`} noValidate data-form="waiting">
      <p className="account-message" role="alert" data-form-error />
      <input type="hidden" name="language" value={locale} />
      {children}
      <button className="btn" type="submit" data-idle={idle} data-busy={busy}>
        {idle}
      </button>
    </form>
  )
}

interface FieldProps extends ComponentProps<"input"> {
  name: string
  label: string
  hint?: string
}

/** A labelled input with a place for its hint and its error. */
function Field({ name, label, hint, children, className = "", ...attributes }: FieldProps) {
  const described = [hint && `${name}-hint`, `${name}-error`].filter(Boolean).join(" ")
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <div className="relative">
        <input
          className={`input ${className}`}
          id={name}
          name={name}
          aria-describedby={described}
          required
          {...attributes}
        />
        {children}
      </div>
      <p className="error peer empty:hidden" id={`${name}-error`} />
      {/* An error says the same, and more. */}
      {hint && (
        <p className="hint peer-not-empty:hidden" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** `offers`: what the browser fills in beside addresses. */
const EmailField = ({ locale, offers = "" }: Localized & { offers?: "webauthn" | "" }) => (
  <Field
    name="email"
    type="email"
    label={getT(locale)("account:fields.email")}
    autoComplete={`username ${offers}`.trim()}
  />
)

interface PasswordProps extends Localized {
  name: "password" | "confirm_password"
  label: string
  hint?: string
  autoComplete: "current-password" | "new-password"
}

function PasswordField({ locale, name, ...field }: PasswordProps) {
  const t = getT(locale)
  return (
    <Field name={name} type="password" className="pr-23" {...field}>
      <button
        className="needs-script absolute inset-y-1 right-1 min-w-19 rounded-[9px] px-3.5 text-md font-medium text-soft hover:text-text"
        type="button"
        aria-label={t("account:password.showLabel")}
        aria-controls={name}
        data-shows={name}
        data-show={t("account:password.show")}
        data-hide={t("account:password.hide")}
        data-show-label={t("account:password.showLabel")}
        data-hide-label={t("account:password.hideLabel")}
      >
        {t("account:password.show")}
      </button>
    </Field>
  )
}

/** Renders the fields for a new password and its confirmation. */
function NewPassword({ locale, label, again }: Localized & { label: string; again: string }) {
  const hint = getT(locale)("account:fields.passwordHint", { min: PASSWORD_MIN })
  const field = { locale, autoComplete: "new-password" } as const
  return (
    <>
      <PasswordField {...field} name="password" label={label} hint={hint} />
      <PasswordField {...field} name="confirm_password" label={again} />
    </>
  )
}

const OFFERS = {
  logIn: "/login",
  newPassword: "/forgot-password",
  createAccount: "/register",
} as const

interface OffersProps extends Localized {
  /** The failures that it is shown after. */
  after: string
  links: (keyof typeof OFFERS)[]
}

/** Ways on, beside what went wrong; `start-form.ts` shows them. What is typed goes along. */
const Offers = ({ locale, after, links }: OffersProps) => (
  <p className="-mt-2.5 flex flex-wrap gap-x-5 gap-y-1 text-md" data-offers={after} hidden>
    {links.map((link) => (
      <a
        key={link}
        className="font-semibold underline decoration-edge underline-offset-4 hover:decoration-current"
        href={localePath(OFFERS[link], locale)}
        data-goes-along
      >
        {getT(locale)(`account:offers.${link}`)}
      </a>
    ))}
  </p>
)

interface CheckProps {
  name: string
  label: ReactNode
  isRequired?: boolean
  isOn?: boolean
}

const CheckField = ({ name, label, isRequired = false, isOn = false }: CheckProps) => (
  <div>
    <label className="check">
      <input
        className="aria-invalid:rounded-[4px] aria-invalid:outline-2 aria-invalid:outline-offset-1 aria-invalid:outline-danger"
        type="checkbox"
        name={name}
        required={isRequired}
        defaultChecked={isOn}
        aria-describedby={`${name}-error`}
      />
      <span>{label}</span>
    </label>
    <p className="error mt-1 pl-8 empty:hidden" id={`${name}-error`} />
  </div>
)

const LEGAL_PAGES = ["terms", "privacy"] as const

/** A text whose links lead to the legal pages, in a new tab: nothing typed is lost. */
function LegalText({ locale, text }: Localized & { text: string }) {
  return linkedParts(text, LEGAL_PAGES).map(({ text, link }) =>
    link ? (
      <a
        key={link}
        className="group"
        href={localePath(`/${link}`, locale)}
        target="_blank"
        rel="noopener"
      >
        <span className="underline decoration-edge underline-offset-3 group-hover:decoration-current">
          {text}
        </span>
        <span className="sr-only"> ({getT(locale)("account:newTab")})</span>
        <span className="ml-0.5 inline-block align-[-1px] text-soft">
          <Icon name="out" size={14} />
        </span>
      </a>
    ) : (
      text
    ),
  )
}

/** Known when the site is built, by the same setting as the functions'. */
export const HAS_GOOGLE = Boolean(process.env.GOOGLE_CLIENT_ID)

const LINE = "flex-1 border-t border-line"

/** "Continue with Google", where the site was built for it. */
function GoogleButton({ locale }: Localized) {
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
        <span className={LINE} />
        {t("account:google.or")}
        <span className={LINE} />
      </p>
    </div>
  )
}

const QUIET_LINK =
  "text-soft underline decoration-edge underline-offset-4 hover:text-text hover:decoration-current"

function PasskeyForm({ locale, isOnly = false }: Localized & { isOnly?: boolean }) {
  const t = getT(locale)
  const [idle, busy] = [t("account:passkey.button"), t("account:passkey.busy")]
  return (
    <form className="needs-script mt-3!" method="post" data-form="waiting" data-passkey="">
      <p className="account-message" role="alert" data-form-error />
      <button
        className={isOnly ? "btn" : "btn btn-ghost"}
        type="submit"
        data-idle={idle}
        data-busy={busy}
      >
        {idle}
      </button>
    </form>
  )
}

const StartOver = ({ locale }: Localized) => (
  <button className={`mt-5 ${QUIET_LINK}`} type="button" data-start-over>
    {getT(locale)("account:code.again")}
  </button>
)

/** What to do where everything is lost. */
const Lost = ({ locale, texts }: Localized & { texts: "code" | "passkeyStep" }) => (
  <p className="hint mt-5">{getT(locale)(`account:${texts}.lost`, { email: SITE.email })}</p>
)

/** The second step of who has a passkey and no app, where one is demanded. */
export const PasskeyStep = ({ locale }: Localized) => (
  <>
    <PasskeyForm locale={locale} isOnly />
    <StartOver locale={locale} />
    <Lost locale={locale} texts="passkeyStep" />
  </>
)

export function LoginForm({ locale }: Localized) {
  const t = getT(locale)
  return (
    <>
      <GoogleButton locale={locale} />
      <AccountForm locale={locale} texts="account:login" action="auth/sign-in">
        <Offers
          locale={locale}
          after="invalid_credentials rate_limited account_guarded google_unconfirmed"
          links={["newPassword", "createAccount"]}
        />
        <p className="-mt-2.5" data-offers="account_leaving" hidden>
          <input type="checkbox" name="keep" hidden />
          <button className="btn btn-ghost btn-small" type="button" data-keep="">
            {t("account:offers.keep")}
          </button>
        </p>
        <p className="-mt-2.5" data-offers="google_leaving" hidden>
          <a
            className="btn btn-ghost btn-small"
            href={`/api/auth/google?keep=1&language=${locale}`}
          >
            {t("account:offers.keep")}
          </a>
        </p>
        <EmailField locale={locale} offers="webauthn" />
        <PasswordField
          locale={locale}
          name="password"
          label={t("account:fields.password")}
          autoComplete="current-password"
        />
        <div className="flex flex-wrap justify-between gap-x-4 gap-y-3">
          <CheckField name="remember" label={t("account:fields.remember")} isOn />
          <a className={QUIET_LINK} href={localePath("/forgot-password", locale)} data-goes-along>
            {t("account:login.forgot")}
          </a>
        </div>
      </AccountForm>
      <PasskeyForm locale={locale} />
    </>
  )
}

function CodeField({ locale }: Localized) {
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

/** The second step, for who has one. */
export function CodeForm({ locale }: Localized) {
  return (
    <>
      <AccountForm locale={locale} texts="account:code" action="auth/second-factor">
        <CodeField locale={locale} />
      </AccountForm>
      <PasskeyForm locale={locale} />
      <StartOver locale={locale} />
      <Lost locale={locale} texts="code" />
    </>
  )
}

export function RegisterForm({ locale }: Localized) {
  const t = getT(locale)
  return (
    <>
      <GoogleButton locale={locale} />
      <AccountForm locale={locale} texts="account:register" action="auth/sign-up">
        <EmailField locale={locale} />
        <Offers locale={locale} after="email_taken" links={["logIn", "newPassword"]} />
        <NewPassword
          locale={locale}
          label={t("account:fields.password")}
          again={t("account:fields.confirmPassword")}
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

export const ForgotForm = ({ locale }: Localized) => (
  <AccountForm locale={locale} texts="account:forgot" action="auth/forgot-password">
    <EmailField locale={locale} />
  </AccountForm>
)

export function ResetForm({ locale }: Localized) {
  const t = getT(locale)
  return (
    <AccountForm locale={locale} texts="account:reset" action="auth/reset-password">
      <PasswordManagerUser email="" />
      <NewPassword
        locale={locale}
        label={t("account:fields.newPassword")}
        again={t("account:fields.confirmNewPassword")}
      />
      {/* For whoever runs the site. */}
      <div className="grid gap-3" data-second-factor="" hidden>
        <p>{t("account:reset.code")}</p>
        <CodeField locale={locale} />
      </div>
    </AccountForm>
  )
}

export const VerifyForm = ({ locale }: Localized) => (
  <AccountForm locale={locale} texts="account:verify" action="auth/verify-email">
    <p className="-mt-2.5" data-offers="sign_in_required" hidden>
      {/* In a tab of its own: this one has the link. */}
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

const linkForm =
  (action: LinkAction) =>
  ({ locale }: Localized) => (
    <AccountForm locale={locale} texts={`newsletter:${action}`} action={`newsletter/${action}`} />
  )

export const LINK_FORMS = { confirm: linkForm("confirm"), unsubscribe: linkForm("unsubscribe") }
