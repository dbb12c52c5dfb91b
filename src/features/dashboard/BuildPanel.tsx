/** Shows the last build of the site, pages that could not be rendered, and a button that starts a build. */
import { useStore } from "@nanostores/react"
import { useState } from "react"
import { formatTimeUntil } from "../../i18n/dates.ts"
import { INTL_LOCALES } from "../../i18n/locales.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { Button } from "../../ui/Button.tsx"
import { LoadFailed, LoadingRows } from "../../ui/LoadState.tsx"
import { showOutcome } from "../../ui/toast/show-outcome.ts"
import { Ago } from "../admin/parts.tsx"
import { usePolling } from "../admin/polling.ts"
import type { Build, FailedPage } from "../admin/publishing/build-progress.ts"
import { formatRetryTime } from "../admin/publishing/PublishingPanel.tsx"
import { createBuildStatus, getBuildSeconds } from "./build-status.ts"
import { Metrics, Panel } from "./panel.tsx"

const STATUS_CLASSES = { running: "", succeeded: "text-success", failed: "text-danger" }

function LastBuild({ build }: { build: Build | null }) {
  const t = pageTranslate()
  if (!build) return t("admin:dashboard.build.none")
  return (
    <>
      <span className={STATUS_CLASSES[build.status]}>
        {t(`admin:dashboard.build.${build.status}`)}
      </span>{" "}
      <span className="font-normal text-soft">
        <Ago at={build.started_at} />
      </span>
    </>
  )
}

function formatDuration(build: Build | null): string {
  const seconds = build && getBuildSeconds(build)
  if (seconds === null) return "–"
  const format = new Intl.NumberFormat(INTL_LOCALES[pageLocale()])
  return pageTranslate()("admin:dashboard.build.seconds", { seconds: format.format(seconds) })
}

/** `count` may be higher than the number of listed pages. */
function FailedPages({ count, pages }: { count: number; pages: FailedPage[] }) {
  const t = pageTranslate()
  return (
    <div className="mt-3.5 text-sm">
      <h3 className="font-semibold text-danger">
        {t("admin:dashboard.build.failedPages", { count })}
      </h3>
      <p className="mt-1 text-soft">{t("admin:dashboard.build.failedPagesText")}</p>
      <ul
        className="mt-2 max-h-64 overflow-y-auto"
        aria-label={t("admin:dashboard.build.failedPages", { count })}
      >
        {pages.map(({ path, reason, since }) => (
          <li key={path} className="border-t border-line py-2 wrap-anywhere">
            <a className="link" href={path}>
              {path}
            </a>{" "}
            <span className="text-soft">
              <Ago at={since}>{(time) => t("admin:dashboard.build.failedSince", { time })}</Ago>
            </span>
            <code className="block text-xs">{reason}</code>
          </li>
        ))}
      </ul>
      {count > pages.length && (
        <p className="text-soft">{t("admin:dashboard.build.failedMore", { most: pages.length })}</p>
      )}
    </div>
  )
}

export function BuildPanel() {
  const t = pageTranslate()
  const [{ $status, poll, rebuild, stop }] = useState(() => createBuildStatus())
  const state = useStore($status)

  usePolling(poll, stop)

  async function requestBuild() {
    const successToast = {
      title: t("admin:dashboard.build.requested"),
      text: t("admin:dashboard.build.requestedText"),
    }
    const failure = await rebuild()
    showOutcome(
      failure && { ok: false, failure },
      successToast,
      "admin:dashboard.build.notRequested",
    )
  }

  const isReady = state.status === "ready"
  const isBusy = isReady && (state.isRequested || state.build?.status === "running")
  return (
    <Panel
      id="build-title"
      title="admin:dashboard.build.title"
      action={
        isReady && (
          <Button
            className="btn-ghost btn-small"
            isBusy={isBusy}
            onClick={() => void requestBuild()}
          >
            {t(isBusy ? "admin:dashboard.build.busy" : "admin:dashboard.build.now")}
          </Button>
        )
      }
    >
      {state.status === "loading" && (
        <div className="h-42 overflow-hidden md:h-19.5">
          <LoadingRows label="admin:list.loading" />
        </div>
      )}
      {state.status === "failed" && (
        <LoadFailed
          title="admin:dashboard.build.failedLoad"
          failure={state.failure}
          onRetry={() => void poll()}
        />
      )}
      {isReady && (
        <Metrics
          className="grid-cols-3 md:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))] max-md:*:first:col-span-full"
          metrics={[
            { label: "admin:dashboard.build.last", value: <LastBuild build={state.build} /> },
            { label: "admin:dashboard.build.duration", value: formatDuration(state.build) },
            { label: "admin:dashboard.build.pages", value: state.build?.pages ?? "–" },
            { label: "admin:dashboard.build.pending", value: state.pending },
          ]}
        />
      )}
      {isReady && state.failedPages.count > 0 && <FailedPages {...state.failedPages} />}
      {isReady && !isBusy && state.build?.retry_at && (
        <p className="mt-2.5 text-sm">
          {formatRetryTime(state.build.retry_at, Date.now(), pageLocale(), t)}
        </p>
      )}
      {isReady && !isBusy && !state.build?.retry_at && state.dueAt && (
        <p className="mt-2.5 text-sm">
          {t("admin:dashboard.build.due", {
            time: formatTimeUntil(state.dueAt, Date.now(), pageLocale()),
          })}
        </p>
      )}
      {isReady && state.build?.status === "failed" && state.build.error && (
        <details className="mt-2.5 text-sm text-soft">
          <summary className="link">{t("admin:publishing.details")}</summary>
          <pre className="overflow-x-auto rounded-small bg-sink p-3 text-xs whitespace-pre-wrap">
            {state.build.error}
          </pre>
        </details>
      )}
    </Panel>
  )
}
