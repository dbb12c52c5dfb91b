/** Labelled fields with their hint, error and room left. */
import type { ReactNode } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { fieldErrorText } from "./failure-text.ts"
import type { FieldState } from "./use-form.ts"

/** From this part of the limit on, what is left is told. */
const NEAR_LIMIT = 0.85

export interface FieldProps extends FieldState {
  label: ReactNode
  hint?: ReactNode
  /** The most characters; shown when it comes near. */
  max?: number
  /** How many are left is shown from the first one on. */
  isCounted?: boolean
}

/** "Too long" is said by how many characters are too many. */
const isSaidByRoom = ({ error, max }: FieldProps) => error === "too_long" && max !== undefined

/** What an input needs to be read together with its hint, its room left and its error. */
export function described(field: FieldProps) {
  const { id, error, hint, max } = field
  const parts = [
    hint ? `${id}-hint` : "",
    max ? `${id}-room` : "",
    error && !isSaidByRoom(field) ? `${id}-error` : "",
  ].filter((part) => part !== "")
  return {
    id,
    "aria-invalid": error ? (true as const) : undefined,
    "aria-describedby": parts.join(" ") || undefined,
  }
}

interface RoomProps {
  id: string
  length: number
  max: number
  isCounted: boolean
}

function Room({ id, length, max, isCounted }: RoomProps) {
  const t = pageTranslate()
  const left = max - length
  const isOver = left < 0
  const isNear = length >= max * NEAR_LIMIT
  return (
    <p
      id={`${id}-room`}
      className={isOver ? "error" : "hint"}
      // Read out at each letter it would be in the way.
      aria-live={isNear || !isCounted ? "polite" : "off"}
    >
      {(isNear || isCounted) &&
        t(isOver ? "common:limit.over" : "common:limit.left", { count: Math.abs(left) })}
    </p>
  )
}

/** The label above, hint and error below; the control itself is the child. */
export function Field(props: FieldProps & { length?: number; children: ReactNode }) {
  const { id, label, hint, error, max, isCounted = false, length = 0, children } = props
  return (
    <div className="field">
      <label id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
      {max && <Room id={id} length={length} max={max} isCounted={isCounted} />}
      {error && !isSaidByRoom(props) && (
        <p id={`${id}-error`} className="error">
          {pageTranslate()(fieldErrorText(error))}
        </p>
      )}
    </div>
  )
}

interface TextProps extends FieldProps {
  value: string
  onChange: (value: string) => void
  isRequired?: boolean
  /** How many lines it shows; one line is an input. */
  lines?: number
  lang?: string
  autoComplete?: string
}

export function TextField(props: TextProps) {
  const { value, onChange, isRequired, lines = 1, lang, autoComplete, ...field } = props
  const control = {
    ...described(field),
    className: "input",
    value,
    lang,
    autoComplete,
    required: isRequired,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  }
  return (
    <Field {...field} length={value.length}>
      {lines > 1 ? <textarea {...control} rows={lines} /> : <input {...control} type="text" />}
    </Field>
  )
}

interface ChoiceProps<Value extends string> extends FieldProps {
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}

export function ChoiceField<Value extends string>(props: ChoiceProps<Value>) {
  const { value, options, onChange, ...field } = props
  return (
    <Field {...field}>
      <select
        {...described(field)}
        className="input"
        value={value}
        onChange={({ target }) => {
          const chosen = options.find((option) => option.value === target.value)
          if (chosen) onChange(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
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
  isOn: boolean
  onChange: (isOn: boolean) => void
}

export function CheckField({ id, label, hint, isOn, onChange }: CheckProps) {
  return (
    <div className="check">
      <input
        id={id}
        type="checkbox"
        checked={isOn}
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
  /** Empty for none yet. */
  value: Value | ""
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}

/** One of a few answers, all of them in sight. */
export function RadioField<Value extends string>(props: RadioProps<Value>) {
  const { id, error, label, value, options, onChange } = props
  return (
    <div
      id={id}
      className="field gap-0 focus-visible:rounded-small focus-visible:outline-offset-6"
      role="radiogroup"
      // Takes the focus when nothing is chosen.
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
      {error && (
        <p id={`${id}-error`} className="error">
          {pageTranslate()(fieldErrorText(error))}
        </p>
      )}
    </div>
  )
}

interface MomentProps extends FieldProps {
  /** `YYYY-MM-DDTHH:MM`; empty while nothing is chosen. */
  value: string
  min?: string
  isOptional?: boolean
  /** Only its day is chosen; the time stays as it is. */
  isDay?: boolean
  onChange: (value: string) => void
}

const DAY_LENGTH = "2026-11-27".length

/** A day and a time by the clocks of wherever it is about. */
export function MomentField(props: MomentProps) {
  const { value, min, isOptional = false, isDay = false, onChange, ...field } = props
  const shown = (wall: string) => (isDay ? wall.slice(0, DAY_LENGTH) : wall)
  const whole = (typed: string) =>
    isDay && typed ? typed + (value.slice(DAY_LENGTH) || "T12:00") : typed
  return (
    <Field {...field}>
      <input
        {...described(field)}
        className="input"
        type={isDay ? "date" : "datetime-local"}
        value={shown(value)}
        min={shown(min ?? "") || undefined}
        // Browsers let a year have six digits, unless there is a last one.
        max={shown("9999-12-31T23:59")}
        required={!isOptional}
        onChange={({ target }) => onChange(whole(target.value))}
      />
    </Field>
  )
}

interface PasswordProps extends FieldProps {
  name: string
  value: string
  /** Tells password managers what to fill in, and what to keep. */
  autoComplete: "current-password" | "new-password"
  isShown?: boolean
  onChange: (value: string) => void
  onBlur?: () => void
}

export function PasswordField(props: PasswordProps) {
  const { name, value, autoComplete, isShown = false, onChange, onBlur, ...field } = props
  return (
    <Field {...field}>
      <input
        {...described(field)}
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

/** Tells password managers whose password a form is about; nobody sees it. */
export function PasswordManagerUser({ email }: { email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
}
