/** Whether others see a field; says in one line who does. */
import { pageTranslate } from "../../i18n/page-translate.ts"
import { Icon } from "../../ui/Icon.tsx"
import type { FieldState } from "../../ui/use-form.ts"

export interface SwitchTexts {
  label: string
  /** Who sees it while the switch is on; everyone, unless told otherwise. */
  onText?: string
  /** Who sees it while the switch is off; the member alone, unless told otherwise. */
  offText?: string
  /** Why nobody else sees it, although the switch is on. */
  exception?: string | null
}

interface Props extends FieldState, SwitchTexts {
  isOn: boolean
  onChange: (isOn: boolean) => void
}

export function VisibilitySwitch(props: Props) {
  const t = pageTranslate()
  const { id, label, isOn, exception = null, onChange } = props
  const { onText = t("profile:privacy.everyone"), offText = t("profile:privacy.onlyYou") } = props
  const isSeen = isOn && exception === null
  return (
    <div className="visibility">
      <input
        id={id}
        className="switch"
        type="checkbox"
        checked={isOn}
        aria-describedby={`${id}-who`}
        onChange={({ target }) => onChange(target.checked)}
      />
      <label htmlFor={id}>{label}</label>
      <p id={`${id}-who`} className="hint with-icon">
        <Icon name={isSeen ? "globe" : "lock"} size={16} />
        <span>{isOn ? (exception ?? onText) : offText}</span>
      </p>
    </div>
  )
}
