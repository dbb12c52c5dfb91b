/** Asks who signs out while something is not saved. */
import { useStore } from "@nanostores/react"
import { useState } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx"
import { $isAsking } from "../account/ask-before-signing-out.ts"
import { signOut } from "../session/sign-out.ts"

export function SignOutDialog() {
  const t = pageTranslate()
  const [isBusy, setIsBusy] = useState(false)
  if (!useStore($isAsking)) return null

  async function leave() {
    setIsBusy(true)
    await signOut()
    setIsBusy(false)
    $isAsking.set(false)
  }

  return (
    <ConfirmDialog
      title={t("profile:signOut.title")}
      text={t("profile:signOut.text")}
      confirm={t(isBusy ? "profile:signOut.sending" : "profile:signOut.confirm")}
      cancel={t("profile:signOut.cancel")}
      isBusy={isBusy}
      onConfirm={() => void leave()}
      onCancel={() => $isAsking.set(false)}
    />
  )
}
