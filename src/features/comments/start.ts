import { loadMemberMessages } from "../../i18n/load-member-messages.ts"
import { onMemberLeft } from "../../session/on-member-left.ts"
import { $session, type Session } from "../../session/session.ts"
import { showLoadFailure } from "../../ui/new-version.ts"

/** Renders the comments into the container. Returns a function that removes them. */
type CommentsView = (container: HTMLElement, contentId: string) => () => void

const loadView = async (isMember: boolean): Promise<CommentsView> =>
  isMember
    ? (await import("./mount-comments.tsx")).mountComments
    : (await import("./visitor-list.ts")).showComments

/** Shows the view for members or for anonymous visitors, and changes the view when the session changes. */
function startSection(section: HTMLElement, container: HTMLElement): void {
  /** Whether the view for members is shown. Null while no view is shown. */
  let isShownToMember: boolean | null = null
  let remove = () => {}

  async function showFor({ status }: Session): Promise<void> {
    const isMember = status === "signed-in"
    if (status === "loading" || isShownToMember === isMember) return
    // When a session expires, the view for members stays, because it may contain typed text.
    if (isShownToMember) return
    isShownToMember = isMember
    try {
      const [view] = await Promise.all([loadView(isMember), loadMemberMessages()])
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
  if (section && container) startSection(section, container)
}
