import { pageTranslate } from "../../i18n/page-translate.ts"
import { showToast } from "../../ui/toasts.ts"
import { tellOtherTabs } from "./tabs.ts"

/** Set by the way back from Google, which is no script of ours: `new` for who has just become a member. */
const DONE = "daina_google_done"

/** Does what signing in by a form does at its end. */
export function finishGoogle(): void {
  const [, who] = new RegExp(`${DONE}=(\\w+)`).exec(document.cookie) ?? []
  if (!who) return
  // Where browsers do not know this, it runs out in seconds.
  void globalThis.cookieStore?.delete(DONE)
  const t = pageTranslate()
  const kind = who === "new" ? "registered" : "welcomeBack"
  showToast({
    tone: "success",
    title: t(`common:toasts.${kind}.title`),
    text: t("common:toasts.welcomeBack.text"),
  })
  tellOtherTabs()
}
