/** One of a few answers, all of them in sight. */
import "./radio.css"
import { pageTranslate } from "../i18n/page-translate.ts"
import { fieldErrorText } from "./failure-text.ts"
import type { FieldState } from "./use-form.ts"

interface Props<Value extends string> extends FieldState {
  label: string
  /** Empty for none yet. */
  value: Value | ""
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}

export function RadioField<Value extends string>(props: Props<Value>) {
  const { id, error, label, value, options, onChange } = props
  return (
    <div
      id={id}
      className="field radios"
      role="radiogroup"
      // Takes the focus when nothing is chosen.
      tabIndex={-1}
      aria-labelledby={`${id}-label`}
      aria-required
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <p id={`${id}-label`} className="label">
        {label}
      </p>
      {options.map((option) => (
        <label key={option.value} className="radio">
          <input
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
