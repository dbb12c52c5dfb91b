/** The manage page in the browser: its stores. */
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { failureText } from "../../ui/failure-text.ts"
import { showToastOnNextPage } from "../../ui/toasts.ts"
import { $session, isMaybeSignedIn } from "../session/session.ts"
import { loginAddress } from "./login-address.ts"
import { createManageStore, saveTeam } from "./manage.ts"
import { createRequestsStore, fetchRequests, sendDecision } from "./requests.ts"
import { slugOf } from "./team.ts"
import { fetchTeam } from "./team-store.ts"

export const teamsAddress = (): string => localePath("/teams", pageLocale())

export const manageStore = createManageStore({
  slug: () => slugOf(location.pathname),
  isMaybeSignedIn,
  fetchTeam,
  saveTeam,
  signIn: () => location.replace(loginAddress()),
  giveUp(failure) {
    const t = pageTranslate()
    showToastOnNextPage({
      tone: "error",
      title: t("teams:manage.failed"),
      text: t(failureText(failure?.code ?? "not_found")),
    })
    location.replace(teamsAddress())
  },
})

export const requestsStore = createRequestsStore({ fetchRequests, sendDecision })

const keepChanges = (event: BeforeUnloadEvent) => {
  // Who has signed out leaves nothing behind.
  if (manageStore.$isDirty.get() && isMaybeSignedIn()) event.preventDefault()
}

/** Loads the team, and follows who is signed in. */
export function startManaging(): void {
  addEventListener("beforeunload", keepChanges)
  void manageStore.load()
  let known: string | undefined
  $session.subscribe((session) => {
    if (session.status === "loading") return
    const viewer = session.status === "signed-in" ? session.user.id : ""
    // What one owner sees is not shown to the next person; a session that ran out keeps what was typed.
    const isLeft = viewer === "" && (!isMaybeSignedIn() || known === undefined)
    if (isLeft && !manageStore.$isDirty.get()) location.replace(loginAddress())
    else if (viewer !== "" && known && viewer !== known) void manageStore.load()
    if (viewer !== "") known = viewer
  })
}
