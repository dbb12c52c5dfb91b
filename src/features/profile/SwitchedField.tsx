/** A field with the switch for whether others see it. */
import type { ReactNode } from "react"
import { useForm } from "../../ui/use-form.ts"
import type { PrivacySettings, PrivacySwitch } from "./schema.ts"
import type { ProfileStore } from "./store.ts"
import { type SwitchTexts, VisibilitySwitch } from "./VisibilitySwitch.tsx"

interface Props extends SwitchTexts {
  form: ProfileStore["form"]
  /** The switch. */
  name: PrivacySwitch
  /** The field. */
  children: ReactNode
}

export function SwitchedField({ form, name, children, ...texts }: Props) {
  const { values, change, field } = useForm(form)

  function turn(isOn: boolean) {
    const turned: Partial<PrivacySettings> = { [name]: isOn }
    change(turned)
  }

  return (
    <div className="profile-field">
      {children}
      <VisibilitySwitch {...field(name)} {...texts} isOn={values[name]} onChange={turn} />
    </div>
  )
}
