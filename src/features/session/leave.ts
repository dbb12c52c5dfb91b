import { setSession } from "./session.ts"
import { tellOtherTabs } from "./tabs.ts"

/** The session is over, by signing out or with the account: known here and in other tabs at once. */
export function leaveSession(): void {
  setSession({ status: "signed-out" })
  tellOtherTabs()
}
