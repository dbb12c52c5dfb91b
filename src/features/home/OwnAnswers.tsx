/** Replaces the text of sign-up buttons in built event lists with the member's own answer, for example "Going". */
import { useStore } from "@nanostores/react"
import { computed } from "nanostores"
import { useEffect } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { createQuery } from "../../islands/query.ts"
import { $session } from "../../session/session.ts"
import { memberHome } from "./schema.ts"

const $path = computed($session, ({ status }) => status === "signed-in" && "/api/home")
export const $home = createQuery([$path], memberHome, { isForMembers: true })

/** Renders nothing: the buttons are static HTML with a `data-signup` attribute, see `EventRow`. */
export function OwnAnswers() {
  const { data } = useStore($home)
  useEffect(() => {
    const t = pageTranslate()
    for (const { event_id, status } of data?.answers ?? []) {
      const link = document.querySelector<HTMLElement>(`[data-signup="${event_id}"]`)
      if (!link) continue
      const answer = t(`signups:mine.is.${status}`)
      link.textContent = answer
      link.ariaLabel = `${answer}: ${link.dataset.title}`
    }
  }, [data])
  return null
}
