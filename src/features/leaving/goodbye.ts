import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { showToastOnNextPage } from "../../ui/toasts.ts"
import { leaveSession } from "../session/leave.ts"

/** The account is gone: so is the session in all tabs, and this page. */
export function sayGoodbye(): void {
  const t = pageTranslate()
  // First, since parts of this page answer to it with ways and messages of their own.
  leaveSession()
  showToastOnNextPage({
    tone: "success",
    title: t("security:leaving.delete.done"),
    text: t("security:leaving.delete.doneText"),
  })
  location.replace(localePath("/", pageLocale()))
}
