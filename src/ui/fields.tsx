/** Labelled fields with their hint, error and room left. */
import type { ReactNode } from "react"
import { pageTranslate } from "../i18n/page-translate.ts"
import { fieldErrorText } from "./failure-text.ts"
import type { FieldState } from "./use-form.ts"

/** From this part of the limit on, what is left is told. */
const NEAR_LIMIT = 0.85

export interface FieldProps extends FieldState {
  label: ReactNode
  hint?: ReactNode
  /** The most characters; shown when it comes near. */
  max?: number
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

function Room({ id, length, max }: { id: string; length: number; max: number }) {
  const t = pageTranslate()
  const left = max - length
  const isOver = left < 0
  return (
    <p id={`${id}-room`} className={isOver ? "error" : "hint"} aria-live="polite">
      {length >= max * NEAR_LIMIT &&
        t(isOver ? "common:limit.over" : "common:limit.left", { count: Math.abs(left) })}
    </p>
  )
}

/** The label above, hint and error below; the control itself is the child. */
export function Field(props: FieldProps & { length?: number; children: ReactNode }) {
  const { id, label, hint, error, max, length = 0, children } = props
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
      {max && <Room id={id} length={length} max={max} />}
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
