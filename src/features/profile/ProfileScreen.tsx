/** The profile's form, or what stands in its place. */
import { useStore } from "@nanostores/react"
import { useEffect } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { failureText } from "../../ui/failure-text.ts"
import { ProfileForm } from "./ProfileForm.tsx"
import { profileStore, startProfile } from "./page.ts"

export function ProfileScreen() {
  const t = pageTranslate()
  const state = useStore(profileStore.$profile)
  useEffect(startProfile, [])

  if (state.status === "ready") return <ProfileForm key={state.opening} state={state} />
  if (state.status === "failed") {
    return (
      <div className="state profile-failed">
        <h2>{t("profile:errors.load")}</h2>
        <p className="soft">{t(failureText(state.failure.code))}</p>
        <button className="btn" type="button" onClick={() => void profileStore.load()}>
          {t("common:tryAgain")}
        </button>
      </div>
    )
  }
  return (
    <p className="profile-loading" role="status">
      {t("profile:page.loading")}
    </p>
  )
}
