/** What to say about a publish that is on its way. */
import type { MessageKey, Translate } from "../../i18n/keys.ts"
import type { Progress } from "./progress.ts"

export const PROGRESS_TITLES: Record<Progress["status"], MessageKey> = {
  queued: "admin:publishing.title",
  building: "admin:publishing.title",
  live: "admin:publishing.live",
  failed: "admin:publishing.failed",
}

/** The builder's own words; others are just building. */
function phaseText(phase: string | null, pages: number | null, t: Translate): string {
  if (phase === "preparing" || phase === "compressing") return t(`admin:publishing.${phase}`)
  if (phase === "rendering" && pages) return t("admin:publishing.rendering", { count: pages })
  return t("admin:publishing.building")
}

export function progressText(progress: Progress, t: Translate): string {
  if (progress.status === "building") return phaseText(progress.phase, progress.pages, t)
  if (progress.status === "queued") return t("admin:publishing.queued")
  return t(progress.status === "live" ? "admin:publishing.liveText" : "admin:publishing.failedText")
}
