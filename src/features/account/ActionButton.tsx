import { useState } from "react"
import type { MessageKey } from "../../i18n/keys.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { Button } from "../../ui/Button.tsx"

interface Props {
  className?: string
  /** Accessible name of the button while the action is not running. By default, the name is `text`. */
  label?: string
  text: MessageKey
  busyText: MessageKey
  action: () => Promise<unknown>
}

export function ActionButton({ className, label, text, busyText, action }: Props) {
  const t = pageTranslate()
  const [isBusy, setIsBusy] = useState(false)
  return (
    <Button
      className={className}
      aria-label={isBusy ? undefined : label}
      isBusy={isBusy}
      onClick={() => {
        setIsBusy(true)
        void action().finally(() => setIsBusy(false))
      }}
    >
      {t(isBusy ? busyText : text)}
    </Button>
  )
}
