/** Shows the member of the address out of the API. */
import { pageTranslate } from "../../i18n/page-translate.ts"
import { startItemShell } from "../../ui/item-shell.ts"
import { $session } from "../session/session.ts"
import { fillMember, nameOf } from "./fill-member.ts"
import { memberIdOf } from "./member-id.ts"
import { profileOf } from "./profile.ts"

/** Calls back when somebody else looks at the page than before: who signed in sees more. */
function onOtherViewer(listener: () => void): void {
  let known: string | undefined
  $session.subscribe((session) => {
    if (session.status === "loading") return
    const viewer = session.status === "signed-in" ? session.user.id : ""
    if (known !== undefined && known !== viewer) listener()
    known = viewer
  })
}

export function startMemberShell(): void {
  const t = pageTranslate()
  const id = memberIdOf(location.pathname)
  const reload = startItemShell({
    source: id && `/api/profiles/${id}`,
    read: profileOf,
    fill(view, profile) {
      fillMember(view, profile, t)
      return nameOf(profile, t)
    },
    notFound: t("members:notFound.title"),
  })
  onOtherViewer(reload)
}
