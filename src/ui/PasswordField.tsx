import { described, Field, type FieldProps } from "./fields.tsx"

interface Props extends FieldProps {
  name: string
  value: string
  /** Tells password managers what to fill in, and what to keep. */
  autoComplete: "current-password" | "new-password"
  isShown?: boolean
  onChange: (value: string) => void
}

export function PasswordField(props: Props) {
  const { name, value, autoComplete, isShown = false, onChange, ...field } = props
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
      />
    </Field>
  )
}
