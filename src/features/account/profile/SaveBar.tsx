/** The bar below a form of the profile page. It has the save button, and names unsaved changes. */
import type { ReactNode } from "react"
import { pageTranslate } from "../../../i18n/page-translate.ts"

interface Props {
  /** Text that is shown if there are no unsaved changes. */
  saved: "profile:form.allSaved" | "profile:form.new"
  label: "profile:form.save" | "profile:form.saveEmails"
  isDirty: boolean
  isSending: boolean
  /** Whether saving waits until a picture is uploaded. */
  isQueued?: boolean
  children?: ReactNode
}

export function SaveBar({ saved, label, isDirty, isSending, isQueued = false, children }: Props) {
  const t = pageTranslate()
  return (
    // On phones, the bar would cover the field that has the focus.
    <div
      className="sticky bottom-(--foot) max-md:in-[form:has(:is(input:not([type=checkbox]),textarea):focus)]:static z-5 flex flex-wrap items-center justify-between gap-x-5 gap-y-3.5 border-t border-line bg-ink/92 py-3.5 [backdrop-filter:blur(14px)]"
      data-save-bar
    >
      {children}
      <p className="hint flex-1" role="status">
        {t(isDirty ? "profile:form.unsaved" : saved)}
      </p>
      <button
        className="btn"
        type="submit"
        disabled={isSending || isQueued}
        aria-busy={isSending || isQueued}
      >
        {t(isQueued ? "common:picture.waiting" : isSending ? "profile:form.saving" : label)}
      </button>
    </div>
  )
}
