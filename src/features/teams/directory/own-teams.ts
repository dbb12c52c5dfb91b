import { pageTranslate } from "../../../i18n/page-translate.ts"
import { createMemberQuery, toFailure } from "../../../islands/query.ts"
import { getFailureKey } from "../../../ui/forms/failure-keys.ts"
import { showToast } from "../../../ui/toast/toasts.ts"
import { ownTeams } from "../schema.ts"

/** Query for the member's teams and join requests. */
export const $ownTeams = createMemberQuery("/api/teams/mine", ownTeams, {
  onError(error) {
    const { code } = toFailure(error)
    if (code === "sign_in_required") return
    const t = pageTranslate()
    const title = t("teams:mine.failed")
    showToast({ tone: "error", title, text: t(getFailureKey(code)), subject: title })
  },
})
