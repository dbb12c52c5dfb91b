import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react"
import { INTL_LOCALES } from "../../../i18n/locales.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { focusIfLost } from "../../../ui/dialog/focus-if-lost.ts"
import { isShortcut } from "../../../ui/shortcut.ts"

interface Props {
  saved: "profile:form.allSaved" | "profile:form.new"
  label: "profile:form.save" | "profile:form.saveEmails"
  isDirty: boolean
  parts?: string[]
  isSending: boolean
  isWaitingForUploads?: boolean
  children?: ReactNode
}

// On phones, the bar would cover the focused field.
const BAR =
  "sticky bottom-(--foot) max-md:in-[form:has(:is(input:not([type=checkbox]),textarea):focus)]:static z-5 flex flex-wrap items-center justify-between gap-x-5 gap-y-3.5 border-t border-line bg-ink/92 py-3.5 [backdrop-filter:blur(14px)]"

export function SaveBar({ saved, label, isDirty, parts = [], isSending, ...rest }: Props) {
  const { isWaitingForUploads = false, children } = rest
  const t = pageTranslate()
  const status = useRef<HTMLParagraphElement>(null)
  const isBarShown = isDirty || isSending
  useEffect(() => {
    if (!isBarShown) return undefined
    // The pressed button disappears with the bar.
    return () => focusIfLost(() => status.current)
  }, [isBarShown])
  const list = new Intl.ListFormat(INTL_LOCALES[pageLocale()]).format(parts)
  return (
    <div className={isBarShown ? BAR : undefined} data-save-bar={isBarShown || undefined}>
      {children}
      <p
        className={isBarShown ? "hint line-clamp-2 flex-1" : "sr-only"}
        role="status"
        tabIndex={-1}
        ref={status}
      >
        {/* Phones have no room for the names. */}
        <span className={list && isDirty ? "md:hidden" : ""}>
          {t(isDirty ? "profile:form.unsaved" : saved)}
        </span>
        {list && isDirty && (
          <span className="max-md:hidden">{t("profile:form.unsavedParts", { parts: list })}</span>
        )}
      </p>
      {isBarShown && (
        <button
          className="btn"
          type="submit"
          disabled={isSending || isWaitingForUploads}
          aria-busy={isSending || isWaitingForUploads}
        >
          {t(
            isWaitingForUploads
              ? "common:picture.waiting"
              : isSending
                ? "profile:form.saving"
                : label,
          )}
        </button>
      )}
    </div>
  )
}

/** Ctrl+S or Command+S would open the browser's dialog to save the page. */
export function saveOnShortcut(event: KeyboardEvent<HTMLFormElement>): void {
  if (!isShortcut(event, "Mod+S")) return
  event.preventDefault()
  event.currentTarget.querySelector<HTMLElement>("[type=submit]")?.click()
}
