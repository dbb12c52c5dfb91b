/** Fields that only an event has. */
import { described, Field, type FieldProps } from "../../ui/fields.tsx"

interface Props extends FieldProps {
  value: string
  onChange: (value: string) => void
}

/** A day and a time by the clocks where it is. */
export function MomentField({ value, min, onChange, ...field }: Props & { min?: string }) {
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
        required
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  )
}

export function ColorField({ value, onChange, ...field }: Props) {
  return (
    <Field {...field}>
      <input
        {...described(field)}
        className="input input-color"
        type="color"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  )
}
