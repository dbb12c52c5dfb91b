import type { ComponentProps, ReactNode } from "react"
import { splitAtLinks } from "../../../i18n/linked-parts.ts"
import type { Locale } from "../../../i18n/locales.ts"
import { localePath } from "../../../i18n/paths.ts"
import { getT } from "../../../i18n/t.ts"
import { IslandIcon } from "../../../ui/island-icons.tsx"
import { MIN_PASSWORD_LENGTH } from "../schema.ts"

export interface LocaleProps {
  locale: Locale
}

/** Action of a link in a newsletter email. */
export type LinkAction = "confirm" | "unsubscribe"

interface AccountFormProps extends LocaleProps {
  texts:
    | `account:${"login" | "code" | "register" | "forgot" | "reset" | "verify"}`
    | `newsletter:${LinkAction}`
  action: string
  children?: ReactNode
}

/**
 * Form that a script sends (start-form.ts). The attribute `data-form="waiting"` means that the script is not loaded yet.
 */
export function AccountForm({ locale, texts, action, children }: AccountFormProps) {
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

export function Field({ name, label, hint, children, className = "", ...attributes }: FieldProps) {
  const descriptionIds = [hint && `${name}-hint`, `${name}-error`].filter(Boolean).join(" ")
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <div className="relative">
        <input
          className={`input ${className}`}
          id={name}
          name={name}
          aria-describedby={descriptionIds}
          required
          {...attributes}
        />
        {children}
      </div>
      <p className="error peer empty:hidden" id={`${name}-error`} />
      {hint && (
        <p className="hint peer-not-empty:hidden" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

export const EmailField = ({
  locale,
  suggestions = "",
}: LocaleProps & { suggestions?: "webauthn" | "" }) => (
  <Field
    name="email"
    type="email"
    label={getT(locale)("account:fields.email")}
    autoComplete={`username ${suggestions}`.trim()}
  />
)

interface PasswordProps extends LocaleProps {
  name: "password" | "confirm_password"
  label: string
  hint?: string
  autoComplete: "current-password" | "new-password"
}

export function PasswordField({ locale, name, ...field }: PasswordProps) {
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

export function NewPassword({
  locale,
  label,
  confirmationLabel,
}: LocaleProps & { label: string; confirmationLabel: string }) {
  const hint = getT(locale)("account:fields.passwordHint", { min: MIN_PASSWORD_LENGTH })
  const field = { locale, autoComplete: "new-password" } as const
  return (
    <>
      <PasswordField {...field} name="password" label={label} hint={hint} />
      <PasswordField {...field} name="confirm_password" label={confirmationLabel} />
    </>
  )
}

const HELP_PATHS = {
  logIn: "/login",
  newPassword: "/forgot-password",
  createAccount: "/register",
} as const

interface HelpLinksProps extends LocaleProps {
  /** Codes of failures that show the links, separated by spaces. */
  failureCodes: string
  links: (keyof typeof HELP_PATHS)[]
}

/** Links to pages that help after a failure. The script shows them if the failure has one of `failureCodes`. */
export const HelpLinks = ({ locale, failureCodes, links }: HelpLinksProps) => (
  <p className="-mt-2.5 flex flex-wrap gap-x-5 gap-y-1 text-md" data-help-for={failureCodes} hidden>
    {links.map((link) => (
      <a
        key={link}
        className="font-semibold underline decoration-edge underline-offset-4 hover:decoration-current"
        href={localePath(HELP_PATHS[link], locale)}
        data-carries-email
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
  isChecked?: boolean
}

export const CheckField = ({ name, label, isRequired = false, isChecked = false }: CheckProps) => (
  <div>
    <label className="check">
      <input
        className="aria-invalid:rounded-[4px] aria-invalid:outline-2 aria-invalid:outline-offset-1 aria-invalid:outline-danger"
        type="checkbox"
        name={name}
        required={isRequired}
        defaultChecked={isChecked}
        aria-describedby={`${name}-error`}
      />
      <span>{label}</span>
    </label>
    <p className="error mt-1 pl-8 empty:hidden" id={`${name}-error`} />
  </div>
)

const LEGAL_PAGES = ["terms", "privacy"] as const

/** Renders a text with links to the terms and the privacy policy. The links open a new tab to keep the typed text. */
export function LegalText({ locale, text }: LocaleProps & { text: string }) {
  return splitAtLinks(text, LEGAL_PAGES).map(({ text, link }) =>
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
          <IslandIcon name="out" size={14} />
        </span>
      </a>
    ) : (
      text
    ),
  )
}
