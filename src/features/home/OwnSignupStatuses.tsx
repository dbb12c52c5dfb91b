/** Shows the member's own status in the buttons of prebuilt event lists. */
import { useStore } from "@nanostores/react"
import { useEffect } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { $home } from "./member-home.ts"

/** An answered button is no longer a call to action. */
const QUIET = ["bg-line", "text-text"]

/** Renders nothing. The buttons are static HTML (see `EventRow`). */
export function OwnSignupStatuses() {
  const { data } = useStore($home)
  useEffect(() => {
    const t = pageTranslate()
    for (const { slug, status } of data?.answers ?? []) {
      const path = `/events/${slug}#signup`
      const link = document.querySelector<HTMLElement>(`[data-events] a[href$="${path}"]`)
      if (!link) continue
      const statusText = t(`signups:mine.is.${status}`)
      link.textContent = status === "going" ? `✓ ${statusText}` : statusText
      link.classList.remove("btn-ghost")
      link.classList.add(...QUIET)
      link.ariaLabel = `${statusText}: ${link.closest("li")?.querySelector("h3 a")?.textContent}`
    }
  }, [data])
  return null
}
