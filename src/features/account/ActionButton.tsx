import { type ComponentProps, useState } from "react"
import type { MessageKey } from "../../i18n/keys.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { BusyButton } from "../../ui/forms/BusyButton.tsx"

type ButtonProps = Pick<ComponentProps<typeof BusyButton>, "className" | "label">

interface Props extends ButtonProps {
  text: MessageKey
  busyText: MessageKey
  action: () => Promise<unknown>
}

/** A button that is busy until its action settles. */
export function ActionButton({ className, label, text, busyText, action }: Props) {
  const t = pageTranslate()
  const [isBusy, setIsBusy] = useState(false)
  return (
    <BusyButton
      className={className}
      label={isBusy ? undefined : label}
      isBusy={isBusy}
      onClick={() => {
        setIsBusy(true)
        void action().finally(() => setIsBusy(false))
      }}
    >
      {t(isBusy ? busyText : text)}
    </BusyButton>
  )
}
