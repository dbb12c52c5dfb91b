/** Shows the member of the address out of the API. */
import { pageTranslate } from "../../i18n/page-translate.ts"
import { SITE } from "../../site.ts"
import { $session } from "../session/session.ts"
import { fillMember, nameOf } from "./fill-member.ts"
import { memberIdOf } from "./member-id.ts"
import { type PublicProfile, profileOf } from "./profile.ts"

type Loaded =
  | { status: "found"; profile: PublicProfile }
  | { status: "not-found" }
  | { status: "failed" }

async function load(): Promise<Loaded> {
  const id = memberIdOf(location.pathname)
  if (!id) return { status: "not-found" }
  const response = await fetch(`/api/profiles/${id}`).catch(() => null)
  // Read in any case: a body that nobody reads keeps its connection.
  const body: unknown = await response?.json().catch(() => null)
  if (response?.status === 404) return { status: "not-found" }
  const profile = response?.ok ? profileOf(body) : null
  return profile ? { status: "found", profile } : { status: "failed" }
}

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
  const shell = document.querySelector<HTMLElement>("[data-member-shell]")
  const place = shell?.querySelector('[data-shell-state="found"]')
  const template = shell?.querySelector("template")
  if (!shell || !place || !template) return
  const t = pageTranslate()
  const title = (text: string) => {
    document.title = `${text} · ${SITE.name}`
  }

  const show = (state: Loaded["status"] | "loading") => {
    for (const part of shell.querySelectorAll<HTMLElement>("[data-shell-state]")) {
      part.hidden = part.dataset.shellState !== state
    }
  }

  let latest = 0
  const start = async () => {
    latest += 1
    const mine = latest
    show("loading")
    const loaded = await load()
    if (mine !== latest) return
    place.replaceChildren()
    if (loaded.status === "not-found") title(t("members:notFound.title"))
    if (loaded.status === "found") {
      const view = document.importNode(template.content, true)
      fillMember(view, loaded.profile, t)
      place.append(view)
      title(nameOf(loaded.profile, t))
    }
    show(loaded.status)
  }

  shell.querySelector("[data-shell-retry]")?.addEventListener("click", () => void start())
  onOtherViewer(() => void start())
  void start()
}
