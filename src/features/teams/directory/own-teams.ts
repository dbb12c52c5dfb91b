import { computed } from "nanostores"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { createQuery, toFailure } from "../../../islands/query.ts"
import { $session } from "../../../session/session.ts"
import { getFailureKey } from "../../../ui/forms/failure-keys.ts"
import { showToast } from "../../../ui/toast/toasts.ts"
import { ownTeams } from "../schema.ts"

const $path = computed($session, ({ status }) => status === "signed-in" && "/api/teams/mine")

/** The member's teams and join requests. Loads nothing for anonymous visitors. */
export const $ownTeams = createQuery([$path], ownTeams, {
  requiresLogin: true,
  onError(error) {
    const { code } = toFailure(error)
    if (code === "sign_in_required") return
    const t = pageTranslate()
    const title = t("teams:mine.failed")
    showToast({ tone: "error", title, text: t(getFailureKey(code)), subject: title })
  },
})
