/** A day and a time by the clocks of wherever it is about. */
import { described, Field, type FieldProps } from "./fields.tsx"

interface Props extends FieldProps {
  /** `YYYY-MM-DDTHH:MM`; empty while nothing is chosen. */
  value: string
  min?: string
  isOptional?: boolean
  onChange: (value: string) => void
}

export function MomentField({ value, min, isOptional = false, onChange, ...field }: Props) {
  return (
    <Field {...field}>
      <input
        {...described(field)}
        className="input"
        type="datetime-local"
        value={value}
        min={min || undefined}
        // Browsers let a year have six digits, unless there is a last one.
        max="9999-12-31T23:59"
        required={!isOptional}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  )
}
