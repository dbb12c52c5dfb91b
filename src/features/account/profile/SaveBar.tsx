import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react"
import { INTL_LOCALES } from "../../../i18n/locales.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { focusIfLost } from "../../../ui/dialog/focus-if-lost.ts"
import { Icon } from "../../../ui/icons.tsx"
import { isShortcut } from "../../../ui/shortcut.ts"

interface Props {
  /** Text while the form has no unsaved changes. */
  savedText: "profile:form.allSaved" | "profile:form.new"
  label: "profile:form.save" | "profile:form.saveEmails"
  isDirty: boolean
  /** Translated names of the parts with unsaved changes. */
  parts?: string[]
  isSending: boolean
  isWaitingForUploads?: boolean
  children?: ReactNode
}

const BAR_CLASS =
  "mt-9 flex min-h-20 flex-wrap items-center justify-between gap-x-5 gap-y-3.5 border-t border-line py-3.5"

export function SaveBar({
  savedText,
  label,
  isDirty,
  parts = [],
  isSending,
  isWaitingForUploads = false,
  children,
}: Props) {
  const t = pageTranslate()
  const status = useRef<HTMLParagraphElement>(null)
  const isBarShown = isDirty || isSending
  useEffect(() => {
    if (!isBarShown) return undefined
    // The pressed button disappears together with the bar, so the status text gets the focus.
    return () => focusIfLost(() => status.current)
  }, [isBarShown])
  const partNames = new Intl.ListFormat(INTL_LOCALES[pageLocale()]).format(parts)
  const idleOrSavingText = isSending ? "profile:form.saving" : label
  return (
    <div
      className={`${BAR_CLASS} ${isBarShown ? "sticky bottom-(--bottom-bar-height) z-5 bg-ink/88 [backdrop-filter:blur(14px)]" : ""}`}
      data-save-bar={isBarShown || undefined}
    >
      {children}
      <p
        className={`hint flex-1 ${isBarShown ? "line-clamp-2" : "with-icon"}`}
        role="status"
        tabIndex={-1}
        ref={status}
      >
        {!isBarShown && savedText === "profile:form.allSaved" && <Icon name="check" size={16} />}
        {/* Phones have no room for the names of the changed parts. */}
        <span className={partNames && isDirty ? "md:hidden" : ""}>
          {t(isDirty ? "profile:form.unsaved" : savedText)}
        </span>
        {partNames && isDirty && (
          <span className="max-md:hidden">
            {t("profile:form.unsavedParts", { parts: partNames })}
          </span>
        )}
      </p>
      {isBarShown && (
        <button
          className="btn"
          type="submit"
          disabled={isSending || isWaitingForUploads}
          aria-busy={isSending || isWaitingForUploads}
        >
          {t(isWaitingForUploads ? "common:picture.waiting" : idleOrSavingText)}
        </button>
      )}
    </div>
  )
}

/** Saves the form on Ctrl+S or Command+S, which would otherwise open the browser's dialog to save the page. */
export function saveOnShortcut(event: KeyboardEvent<HTMLFormElement>): void {
  if (!isShortcut(event, "Mod+S")) return
  event.preventDefault()
  event.currentTarget.querySelector<HTMLElement>("[type=submit]")?.click()
}
