import { described, Field, type FieldProps } from "../../../ui/forms/fields.tsx"

interface Props extends FieldProps {
  value: string
  onChange: (code: string) => void
}

/** For the code of an app, which phones fill in, or a recovery code. */
export function CodeField({ value, onChange, ...field }: Props) {
  return (
    <Field {...field}>
      <input
        {...described(field)}
        className="input font-mono tracking-widest"
        type="text"
        name="code"
        value={value}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  )
}
