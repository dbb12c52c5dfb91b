/** Shows the status of the member's sign-ups in the sign-up buttons of the prebuilt list of events. */
import { useStore } from "@nanostores/react"
import { useEffect } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { $home } from "./member-home.ts"

/** Classes that make the button of an event less prominent if the member has replied to the event. */
const QUIET_CLASSES = ["bg-line", "text-text"]

/** Renders nothing, but changes buttons that are static HTML (see `EventRow`). */
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
      link.classList.add(...QUIET_CLASSES)
      link.ariaLabel = `${statusText}: ${link.closest("li")?.querySelector("h3 a")?.textContent}`
    }
  }, [data])
  return null
}
