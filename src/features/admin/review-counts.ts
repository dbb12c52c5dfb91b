import { computed } from "nanostores"
import * as z from "zod/mini"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { createQuery } from "../../islands/query.ts"
import { $gate, isNewsroom } from "./gate.ts"

/** Numbers of items that a super admin has to review. */
const reviewCounts = z.object({
  /** Number of unreviewed teams, posts and comments by new members. */
  newcomers: z.number(),
  reports: z.number(),
  suggestions: z.number(),
})

export type ReviewCounts = z.infer<typeof reviewCounts>

const $path = computed($gate, ({ status }) =>
  status === "granted" && !isNewsroom() ? "/api/admin/waiting" : null,
)

export const $reviewCounts = createQuery([$path], reviewCounts)

export const reloadReviewCounts = (): void => $reviewCounts.revalidate()

const MAX_SHOWN_COUNT = 99

function showCounts(counts: ReviewCounts): void {
  const t = pageTranslate()
  for (const [name, count] of Object.entries(counts)) {
    for (const badge of document.querySelectorAll<HTMLElement>(`[data-review-count="${name}"]`)) {
      badge.hidden = count === 0
      badge.textContent = count > MAX_SHOWN_COUNT ? `${MAX_SHOWN_COUNT}+` : String(count)
      badge.title = t("admin:waiting", { count })
    }
  }
}

export function startReviewCounts(): void {
  $reviewCounts.subscribe(({ data }) =>
    showCounts(data ?? { newcomers: 0, reports: 0, suggestions: 0 }),
  )
}
