import { setSession } from "./session.ts"
import { tellOtherTabs } from "./tabs.ts"

/** The session is over because its member wanted it. */
export const setLeft = (): void => setSession({ status: "signed-out", isWanted: true })

/** The session is over, by signing out or with the account: known here and in other tabs at once. */
export function leaveSession(): void {
  setLeft()
  tellOtherTabs("left")
}
