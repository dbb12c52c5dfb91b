/** The site's last build, what waits for the next, and asking for one. */
import { useStore } from "@nanostores/react"
import { useEffect, useState } from "react"
import { formatDate } from "../../i18n/dates.ts"
import { INTL_LOCALES } from "../../i18n/locales.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { relativeTime } from "../../i18n/relative-time.ts"
import { LoadFailed, LoadingRows } from "../../ui/LoadState.tsx"
import { tellOutcome } from "../../ui/tell-outcome.ts"
import { WaitingButton } from "../../ui/WaitingButton.tsx"
import { type BuildRecord, createBuildStatus, secondsOf } from "./build-status.ts"

function Facts({ build, pending }: { build: BuildRecord | null; pending: number }) {
  const t = pageTranslate()
  const locale = pageLocale()
  const seconds = build && secondsOf(build)
  const figures = new Intl.NumberFormat(INTL_LOCALES[locale])
  return (
    <dl className="build-facts">
      <div>
        <dt>{t("admin:dashboard.build.last")}</dt>
        <dd>
          {build ? (
            <>
              <span className="build-state" data-state={build.status}>
                {t(`admin:dashboard.build.${build.status}`)}
              </span>{" "}
              <time
                className="soft"
                dateTime={build.started_at}
                title={formatDate(build.started_at, "moment", locale)}
              >
                {relativeTime(build.started_at, Date.now(), locale, t)}
              </time>
            </>
          ) : (
            t("admin:dashboard.build.none")
          )}
        </dd>
      </div>
      <div>
        <dt>{t("admin:dashboard.build.duration")}</dt>
        <dd>
          {seconds === null
            ? "–"
            : t("admin:dashboard.build.seconds", { seconds: figures.format(seconds) })}
        </dd>
      </div>
      <div>
        <dt>{t("admin:dashboard.build.pages")}</dt>
        <dd>{build?.pages ?? "–"}</dd>
      </div>
      <div>
        <dt>{t("admin:dashboard.build.pending")}</dt>
        <dd>{pending}</dd>
      </div>
    </dl>
  )
}

export function BuildPanel() {
  const t = pageTranslate()
  const [{ $status, read, rebuild, stop }] = useState(() => createBuildStatus())
  const state = useStore($status)

  useEffect(() => {
    const readIfVisible = () => {
      if (!document.hidden) void read()
    }
    void read()
    document.addEventListener("visibilitychange", readIfVisible)
    return () => {
      document.removeEventListener("visibilitychange", readIfVisible)
      stop()
    }
  }, [read, stop])

  async function ask() {
    const done = {
      title: t("admin:dashboard.build.asked"),
      text: t("admin:dashboard.build.askedText"),
    }
    tellOutcome(await rebuild(), done, "admin:dashboard.build.notAsked")
  }

  const isReady = state.status === "ready"
  const isBusy = isReady && (state.isAsked || state.build?.status === "running")
  return (
    <section className="panel" aria-labelledby="build-title">
      <header className="panel-head">
        <h2 id="build-title">{t("admin:dashboard.build.title")}</h2>
        {isReady && (
          <WaitingButton className="btn-ghost btn-small" isBusy={isBusy} onClick={() => void ask()}>
            {t(isBusy ? "admin:dashboard.build.busy" : "admin:dashboard.build.now")}
          </WaitingButton>
        )}
      </header>
      {state.status === "loading" && <LoadingRows label="admin:list.loading" />}
      {state.status === "failed" && (
        <LoadFailed
          title="admin:dashboard.build.failedLoad"
          failure={state.failure}
          onRetry={() => void read()}
        />
      )}
      {isReady && <Facts build={state.build} pending={state.pending} />}
      {isReady && state.build?.status === "failed" && state.build.error && (
        <details className="build-error">
          <summary>{t("admin:publishing.details")}</summary>
          <pre>{state.build.error}</pre>
        </details>
      )}
    </section>
  )
}
