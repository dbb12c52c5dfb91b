import { loadTexts } from "../../i18n/load-texts.ts"
import { onMemberLeft } from "../../session/on-member-left.ts"
import { $session, type Session } from "../../session/session.ts"
import { showLoadFailure } from "../../ui/new-version.ts"

type View = (container: HTMLElement, subject: string) => () => void

const loadView = async (isMember: boolean): Promise<View> =>
  isMember
    ? (await import("./mount-comments.tsx")).mountComments
    : (await import("./visitor-list.ts")).showComments

function show(section: HTMLElement, container: HTMLElement): void {
  let isShownToMember: boolean | null = null
  let remove = () => {}

  async function showFor({ status }: Session): Promise<void> {
    const isMember = status === "signed-in"
    // After an expired session, the member's view and its typed text stay.
    if (status === "loading" || isShownToMember === isMember || isShownToMember) return
    isShownToMember = isMember
    try {
      const [view] = await Promise.all([loadView(isMember), loadTexts()])
      // The session has changed while the view was being loaded.
      if (isShownToMember !== isMember) return
      remove()
      remove = view(container, section.dataset.comments ?? "")
    } catch {
      isShownToMember = null
      void showLoadFailure()
    }
  }

  $session.subscribe((session) => void showFor(session))
  onMemberLeft(() => {
    remove()
    remove = () => {}
    isShownToMember = null
    void showFor($session.get())
  })
}

export function startComments(): void {
  const section = document.querySelector<HTMLElement>("[data-comments]")
  const container = section?.querySelector("div")
  if (section && container) show(section, container)
}
