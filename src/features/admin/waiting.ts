/** The numbers of open tasks, shown next to the links of the sidebar. */
import { computed } from "nanostores"
import * as z from "zod/mini"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { createQuery } from "../../islands/query.ts"
import { $gate, isNewsroom } from "./gate.ts"

const waiting = z.object({
  /** New teams and posts of newcomers without a review. */
  newcomers: z.number(),
  /** Reported content without a decision. */
  reports: z.number(),
  /** Unread suggestions. */
  suggestions: z.number(),
})

export type Waiting = z.infer<typeof waiting>

const $path = computed($gate, ({ status }) =>
  status === "granted" && !isNewsroom() ? "/api/admin/waiting" : null,
)

/** The counts; `data` is undefined until they are loaded. */
export const $waiting = createQuery([$path], waiting)

/** Reloads the counts. Keeps stale counts on failure. */
export const loadWaiting = (): void => $waiting.revalidate()

/** Higher counts are shown as "99+", which fits into the sidebar. */
const MAX_COUNT = 99

function show(counts: Waiting): void {
  const t = pageTranslate()
  for (const [name, count] of Object.entries(counts)) {
    for (const badge of document.querySelectorAll<HTMLElement>(`[data-waiting="${name}"]`)) {
      badge.hidden = count === 0
      badge.textContent = count > MAX_COUNT ? `${MAX_COUNT}+` : String(count)
      badge.title = t("admin:waiting", { count })
    }
  }
}

export function startWaiting(): void {
  $waiting.subscribe(({ data }) => show(data ?? { newcomers: 0, reports: 0, suggestions: 0 }))
}
