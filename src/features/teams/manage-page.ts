/** The manage page in the browser: its stores. */
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { failureText } from "../../ui/failure-text.ts"
import { $toasts, showToastOnNextPage } from "../../ui/toasts.ts"
import { onLeft } from "../session/on-left.ts"
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
  if (manageStore.$isDirty.get()) event.preventDefault()
}

/** To the sign-in page; what was just said ("Signed out") is said there again. */
function leave(): void {
  const said = $toasts.get().at(-1)
  if (said) showToastOnNextPage(said)
  location.replace(loginAddress())
}

/** Loads the team, and follows who is signed in. Returns what ends it. */
export function startManaging(): () => void {
  addEventListener("beforeunload", keepChanges)
  void manageStore.load()
  const stopForgetting = onLeft(() => {
    manageStore.forget()
    requestsStore.forget()
    // Another member may be the owner, too.
    if ($session.get().status === "signed-in") void manageStore.load()
  })
  const stopFollowing = $session.subscribe(({ status }) => {
    if (status !== "signed-out") return
    // What others wrote goes at once; what was typed stays when a session merely ran out.
    requestsStore.forget()
    if (!manageStore.$isDirty.get()) leave()
  })
  return () => {
    removeEventListener("beforeunload", keepChanges)
    stopForgetting()
    stopFollowing()
  }
}
