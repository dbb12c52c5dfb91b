/** Fields that only an event has. */
import { described, Field, type FieldProps } from "../../ui/fields.tsx"

interface Props extends FieldProps {
  value: string
  onChange: (value: string) => void
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
