import { computed } from "nanostores"
import * as z from "zod/mini"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { createQuery } from "../../islands/query.ts"
import { $gate, isNewsroom } from "./gate.ts"

/** Numbers of items that need a review by a super admin. */
const waiting = z.object({
  /** Number of teams, posts and comments by new members that have not been reviewed. */
  newcomers: z.number(),
  reports: z.number(),
  suggestions: z.number(),
})

export type Waiting = z.infer<typeof waiting>

const $path = computed($gate, ({ status }) =>
  status === "granted" && !isNewsroom() ? "/api/admin/waiting" : null,
)

export const $waiting = createQuery([$path], waiting)

export const loadWaiting = (): void => $waiting.revalidate()

const MAX_SHOWN_COUNT = 99

function showCounts(counts: Waiting): void {
  const t = pageTranslate()
  for (const [name, count] of Object.entries(counts)) {
    for (const badge of document.querySelectorAll<HTMLElement>(`[data-waiting="${name}"]`)) {
      badge.hidden = count === 0
      badge.textContent = count > MAX_SHOWN_COUNT ? `${MAX_SHOWN_COUNT}+` : String(count)
      badge.title = t("admin:waiting", { count })
    }
  }
}

export function startWaiting(): void {
  $waiting.subscribe(({ data }) => showCounts(data ?? { newcomers: 0, reports: 0, suggestions: 0 }))
}
