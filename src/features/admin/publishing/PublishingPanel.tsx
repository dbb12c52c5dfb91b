import { useStore } from "@nanostores/react"
import { useEffect } from "react"
import { formatTimeUntil } from "../../../i18n/dates.ts"
import type { MessageKey, Translate } from "../../../i18n/keys.ts"
import type { Locale } from "../../../i18n/locales.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { localePath } from "../../../i18n/paths.ts"
import { onMemberLeft } from "../../../session/on-member-left.ts"
import { Button } from "../../../ui/Button.tsx"
import { IconButton } from "../parts.tsx"
import { isQueuedOrBuilding, type Progress, type PublishingStore } from "./build-progress.ts"

/** Title, and CSS classes of the colored bar, for each status of the progress. */
export const PROGRESS_LOOKS: Record<Progress["status"], { title: MessageKey; bar: string }> = {
  queued: { title: "admin:publishing.title", bar: "bg-edge" },
  scheduled: { title: "admin:publishing.scheduled", bar: "bg-edge" },
  building: { title: "admin:publishing.title", bar: "bg-lt" },
  live: { title: "admin:publishing.live", bar: "bg-glow shadow-[0_0_18px_var(--glow)]" },
  waiting: { title: "admin:publishing.failed", bar: "bg-danger" },
  failed: { title: "admin:publishing.failed", bar: "bg-danger" },
  "left-out": { title: "admin:publishing.leftOut", bar: "bg-danger" },
}

function formatPhase(phase: string | null, pages: number | null, t: Translate): string {
  if (phase === "preparing") return t("admin:publishing.preparing")
  if (phase === "rendering" && pages) return t("admin:publishing.rendering", { count: pages })
  return t("admin:publishing.building")
}

export const formatRetryTime = (
  retryAt: string,
  now: number,
  locale: Locale,
  t: Translate,
): string =>
  Date.parse(retryAt) <= now
    ? t("admin:publishing.retryNow")
    : t("admin:publishing.retry", { time: formatTimeUntil(retryAt, now, locale) })

function formatProgress(progress: Progress, locale: Locale, t: Translate): string {
  if (progress.status === "waiting") {
    const retry = formatRetryTime(progress.retryAt, Date.now(), locale, t)
    return `${t("admin:publishing.waitingText")} ${retry}`
  }
  if (progress.status === "scheduled") {
    const time = formatTimeUntil(progress.dueAt, Date.now(), locale)
    return t("admin:publishing.scheduledText", { time })
  }
  if (progress.status === "building") return formatPhase(progress.phase, progress.pages, t)
  if (progress.status === "queued") return t("admin:publishing.queued")
  if (progress.status === "left-out") return t("admin:publishing.leftOutText")
  return t(progress.status === "live" ? "admin:publishing.liveText" : "admin:publishing.failedText")
}

/** Shows the progress of a change until a build has published it. */
export function PublishingPanel({ publishing }: { publishing: PublishingStore }) {
  const t = pageTranslate()
  const state = useStore(publishing.$publishing)

  useEffect(() => {
    document.addEventListener("visibilitychange", publishing.pollIfPending)
    return () => document.removeEventListener("visibilitychange", publishing.pollIfPending)
  }, [publishing])

  useEffect(() => onMemberLeft(publishing.dismiss), [publishing])

  // The status element exists before it has a text, because screen readers may not announce a new element.
  if (state.status === "idle") {
    return (
      <div>
        <p className="sr-only" role="status" />
      </div>
    )
  }
  const { progress, path, isUnreachable } = state
  const { title, bar } = PROGRESS_LOOKS[progress.status]
  return (
    <div>
      <p className="sr-only" role="status">
        {t(title)}
      </p>
      <section
        className={`relative mb-5.5 flex flex-wrap items-start gap-x-3.5 gap-y-3 overflow-hidden rounded-card border border-line bg-raise pt-3.5 pr-14 pb-4 pl-6 ${isQueuedOrBuilding(progress) ? "underway" : ""}`}
        aria-label={t(title)}
      >
        <span
          className={`absolute inset-y-3.5 left-2.5 w-[5px] rounded-sm ${bar}`}
          aria-hidden="true"
        />
        <div className="min-w-[200px] flex-1 text-md">
          <h2 className="mb-[3px] text-[16px] font-semibold">{t(title)}</h2>
          <p className="soft">
            {isUnreachable
              ? t("admin:publishing.unreachable")
              : formatProgress(progress, pageLocale(), t)}
          </p>
          {"error" in progress && progress.error && (
            <details>
              <summary className="link mt-1.5">{t("admin:publishing.details")}</summary>
              <pre className="mt-2.5 rounded-[8px] bg-sink p-3 text-xs wrap-anywhere whitespace-pre-wrap">
                {progress.error}
              </pre>
            </details>
          )}
        </div>
        {progress.status === "live" && path && (
          <a className="btn btn-ghost btn-small" href={localePath(path, pageLocale())}>
            {t("admin:publishing.open")}
          </a>
        )}
        {progress.status === "failed" && (
          <Button className="btn-ghost btn-small" onClick={() => void publishing.poll()}>
            {t("admin:publishing.checkAgain")}
          </Button>
        )}
        {!isQueuedOrBuilding(progress) && (
          <IconButton
            icon="close"
            className="absolute top-1.5 right-1.5"
            label={t("admin:publishing.dismiss")}
            onClick={publishing.dismiss}
          />
        )}
      </section>
    </div>
  )
}
