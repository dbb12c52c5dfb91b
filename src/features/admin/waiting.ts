/** What waits for a super admin, counted beside the links of the sidebar. */
import { computed } from "nanostores"
import * as z from "zod/mini"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { createQuery } from "../../islands/query.ts"
import { $gate, isNewsroom } from "./gate.ts"

const waiting = z.object({
  /** Newcomers' teams and posts that nobody has looked at. */
  newcomers: z.number(),
  /** Reported things that nobody has decided on. */
  reports: z.number(),
  /** Suggestions that nobody has read. */
  suggestions: z.number(),
})

export type Waiting = z.infer<typeof waiting>

const $path = computed($gate, ({ status }) =>
  status === "granted" && !isNewsroom() ? "/api/admin/waiting" : null,
)

/** Its data is not there until it is known. */
export const $waiting = createQuery([$path], waiting)

/** Counts anew; when that fails, what is known stays. */
export const loadWaiting = (): void => $waiting.revalidate()

/** More than fits into the sidebar. */
const MANY = 99

function show(counts: Waiting): void {
  const t = pageTranslate()
  for (const [name, count] of Object.entries(counts)) {
    for (const badge of document.querySelectorAll<HTMLElement>(`[data-waiting="${name}"]`)) {
      badge.hidden = count === 0
      badge.textContent = count > MANY ? `${MANY}+` : String(count)
      badge.title = t("admin:waiting", { count })
    }
  }
}

export function startWaiting(): void {
  $waiting.subscribe(({ data }) => show(data ?? { newcomers: 0, reports: 0, suggestions: 0 }))
}
