import { useEffect } from "react"

/**
 * Keeps the draft in the last moments in which a page can, and asks before one is left with work that
 * would be lost.
 */
export function useKeepingDraft(keepDraft: () => void, mayBeLost: boolean) {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener("pagehide", keepDraft)
    document.addEventListener("visibilitychange", keepDraft)
    if (mayBeLost) addEventListener("beforeunload", warn)
    return () => {
      removeEventListener("pagehide", keepDraft)
      document.removeEventListener("visibilitychange", keepDraft)
      removeEventListener("beforeunload", warn)
    }
  }, [keepDraft, mayBeLost])
}
