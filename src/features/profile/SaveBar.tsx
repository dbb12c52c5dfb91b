/** Whether all is saved, and the button for that. */
import { pageTranslate } from "../../i18n/page-translate.ts"
import { SignInNotice } from "./SignInNotice.tsx"

interface Props {
  isNew: boolean
  needsSignIn: boolean
  isDirty: boolean
  isSending: boolean
  /** A picture is being read. */
  isWaiting: boolean
}

export function SaveBar({ isNew, needsSignIn, isDirty, isSending, isWaiting }: Props) {
  const t = pageTranslate()
  const isBusy = isSending || isWaiting
  const saved = isNew ? "profile:form.new" : "profile:form.allSaved"
  return (
    <div className="save-bar">
      {needsSignIn && <SignInNotice />}
      <p className="hint" role="status">
        {t(isDirty ? "profile:form.unsaved" : saved)}
      </p>
      <button className="btn" type="submit" disabled={isBusy} aria-busy={isBusy}>
        {t(isSending ? "profile:form.saving" : "profile:form.save")}
      </button>
    </div>
  )
}
