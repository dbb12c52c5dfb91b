import type { ReactNode } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import type { FieldErrorCode } from "../../shared/problem.ts"
import { getFieldErrorKey } from "./failure-keys.ts"
import type { FieldState } from "./use-form.ts"

/** A field shows the number of remaining characters if its text has at least this share of the maximum length. */
const NEAR_LIMIT_SHARE = 0.85

export interface FieldProps extends FieldState {
  label: ReactNode
  /** Control at the right end of the label's line. */
  aside?: ReactNode
  hint?: ReactNode
  /** Maximum number of characters. */
  max?: number | undefined
  /** Shows the number of remaining characters always, not only near the maximum. */
  isCounted?: boolean
}

/** Returns whether the number of remaining characters shows the error, so that no other text is needed. */
const isErrorShownByCount = ({ error, max }: FieldProps) =>
  error === "too_long" && max !== undefined

export function getFieldAttributes(field: FieldProps) {
  const { id, error, hint, max } = field
  const describedByIds = [
    hint ? `${id}-hint` : "",
    max ? `${id}-count` : "",
    error && !isErrorShownByCount(field) ? `${id}-error` : "",
  ].filter((describedById) => describedById !== "")
  return {
    id,
    "aria-invalid": error ? (true as const) : undefined,
    "aria-describedby": describedByIds.join(" ") || undefined,
  }
}

interface CharacterCountProps {
  id: string
  length: number
  max: number
  isCounted: boolean
}

function CharacterCount({ id, length, max, isCounted }: CharacterCountProps) {
  const t = pageTranslate()
  const remaining = max - length
  const isOver = remaining < 0
  const isNear = length >= max * NEAR_LIMIT_SHARE
  return (
    <p
      id={`${id}-count`}
      className={isOver ? "error" : "hint"}
      // Screen readers announce a number that is always visible only near the maximum.
      aria-live={isNear || !isCounted ? "polite" : "off"}
    >
      {(isNear || isCounted) &&
        t(isOver ? "common:limit.over" : "common:limit.left", { count: Math.abs(remaining) })}
    </p>
  )
}

const ErrorText = ({ id, error }: { id: string; error: FieldErrorCode }) => (
  <p id={`${id}-error`} className="error">
    {pageTranslate()(getFieldErrorKey(error))}
  </p>
)

export const LabelLine = ({ aside, children }: { aside: ReactNode; children: ReactNode }) =>
  aside ? (
    <div className="flex items-center justify-between gap-x-4">
      {children}
      {aside}
    </div>
  ) : (
    children
  )

export function Field(props: FieldProps & { length?: number; children: ReactNode }) {
  const { id, label, aside, hint, error, max, isCounted = false, length = 0, children } = props
  return (
    <div className="field">
      <LabelLine aside={aside}>
        <label id={`${id}-label`} className="label" htmlFor={id}>
          {label}
        </label>
      </LabelLine>
      {children}
      {(hint || max) && (
        <div className="flex flex-wrap justify-between gap-x-4 [&:not(:has(>:not(:empty)))]:hidden">
          {hint && (
            <p id={`${id}-hint`} className="hint">
              {hint}
            </p>
          )}
          {max && <CharacterCount id={id} length={length} max={max} isCounted={isCounted} />}
        </div>
      )}
      {error && !isErrorShownByCount(props) && <ErrorText id={id} error={error} />}
    </div>
  )
}

interface TextProps extends FieldProps {
  value: string
  onChange: (value: string) => void
  isRequired?: boolean
  type?: "text" | "date"
  min?: string
  /** Number of visible lines. With more than one line, the field is a text area. */
  lines?: number
  lang?: string
  autoComplete?: string
}

export function TextField(props: TextProps) {
  const { value, onChange, isRequired, type = "text", min, lines = 1, ...rest } = props
  const { lang, autoComplete, ...field } = rest
  const control = {
    ...getFieldAttributes(field),
    className: "input",
    value,
    lang,
    autoComplete,
    required: isRequired,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  }
  return (
    <Field {...field} length={value.length}>
      {lines > 1 ? (
        <textarea {...control} rows={lines} />
      ) : (
        <input {...control} type={type} min={min} />
      )}
    </Field>
  )
}

interface ChoiceProps<Value extends string> extends FieldProps {
  value: Value
  options: readonly { value: Value; label: string; lang?: string }[]
  onChange: (value: Value) => void
}

export function ChoiceField<Value extends string>(props: ChoiceProps<Value>) {
  const { value, options, onChange, ...field } = props
  return (
    <Field {...field}>
      <select
        {...getFieldAttributes(field)}
        className="input"
        value={value}
        onChange={({ target }) => {
          const selectedOption = options.find((option) => option.value === target.value)
          if (selectedOption) onChange(selectedOption.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} lang={option.lang}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  )
}

interface CheckProps extends FieldState {
  label: string
  hint: string
  value: boolean
  onChange: (value: boolean) => void
}

export function CheckField({ id, label, hint, value, onChange }: CheckProps) {
  return (
    <div className="check">
      <input
        id={id}
        type="checkbox"
        checked={value}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChange(target.checked)}
      />
      <div>
        <label className="label" htmlFor={id}>
          {label}
        </label>
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      </div>
    </div>
  )
}

interface RadioProps<Value extends string> extends FieldState {
  label: string
  value: Value | ""
  options: readonly { value: Value; label: string; lang?: string }[]
  onChange: (value: Value) => void
}

export function RadioField<Value extends string>(props: RadioProps<Value>) {
  const { id, error, label, value, options, onChange } = props
  return (
    <div
      id={id}
      className="field gap-0 focus-visible:rounded-small focus-visible:outline-offset-6"
      role="radiogroup"
      // Lets the form focus the group if no option is selected on submission.
      tabIndex={-1}
      aria-labelledby={`${id}-label`}
      aria-required
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <p id={`${id}-label`} className="label mb-1">
        {label}
      </p>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex min-h-11 cursor-pointer items-center gap-3 py-1 text-md leading-snug font-normal"
        >
          <input
            className="size-5 flex-none accent-glow"
            type="radio"
            name={id}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
      {error && <ErrorText id={id} error={error} />}
    </div>
  )
}

/** `value` and `min` are local dates with a time, such as `2026-11-27T19:30`. An empty string means no date. */
interface DateTimeProps extends FieldProps {
  value: string
  min?: string
  isOptional?: boolean
  /** Shows only the day. If the day changes, the hidden time stays. A field without a value gets the time 12:00. */
  isDayOnly?: boolean
  onChange: (value: string) => void
}

const DAY_LENGTH = "2026-11-27".length

export function DateTimeField(props: DateTimeProps) {
  const { value, min, isOptional = false, isDayOnly = false, onChange, ...field } = props
  const cutToShownPart = (dateTime: string) =>
    isDayOnly ? dateTime.slice(0, DAY_LENGTH) : dateTime
  const addTime = (typed: string) =>
    isDayOnly && typed ? typed + (value.slice(DAY_LENGTH) || "T12:00") : typed
  return (
    <Field {...field}>
      <input
        {...getFieldAttributes(field)}
        className="input"
        type={isDayOnly ? "date" : "datetime-local"}
        value={cutToShownPart(value)}
        min={cutToShownPart(min ?? "") || undefined}
        // Without a maximum, browsers accept years with six digits.
        max={cutToShownPart("9999-12-31T23:59")}
        required={!isOptional}
        onChange={({ target }) => onChange(addTime(target.value))}
      />
    </Field>
  )
}

interface PasswordProps extends FieldProps {
  name: string
  value: string
  autoComplete: "current-password" | "new-password"
  /** Shows the characters of the password instead of dots. */
  isShown?: boolean
  onChange: (value: string) => void
  onBlur?: () => void
}

export function PasswordField(props: PasswordProps) {
  const { name, value, autoComplete, isShown = false, onChange, onBlur, ...field } = props
  return (
    <Field {...field}>
      <input
        {...getFieldAttributes(field)}
        className="input"
        type={isShown ? "text" : "password"}
        name={name}
        value={value}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        required
        onChange={({ target }) => onChange(target.value)}
        onBlur={onBlur}
      />
    </Field>
  )
}

/** Gives password managers the account's email address in forms without an email field. */
export function HiddenUsername({ email }: { email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
}
