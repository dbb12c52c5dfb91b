/** How far a publish is: waited for where it was started, through reloads, until it is live. */
import "./publishing.css"
import { useStore } from "@nanostores/react"
import { useEffect } from "react"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { Icon } from "../../ui/Icon.tsx"
import type { PublishingStore } from "./publishing.ts"
import { PROGRESS_TITLES, progressText } from "./publishing-texts.ts"

export function PublishingPanel({ publishing }: { publishing: PublishingStore }) {
  const t = pageTranslate()
  const state = useStore(publishing.$publishing)

  useEffect(() => {
    const askAgain = () => void publishing.askIfPending()
    document.addEventListener("visibilitychange", askAgain)
    return () => document.removeEventListener("visibilitychange", askAgain)
  }, [publishing])

  // The region is there before its text: only then is it read out.
  return (
    <div className="publishing-region">
      <p className="sr-only" role="status">
        {state.status === "following" && t(PROGRESS_TITLES[state.progress.status])}
      </p>
      {state.status === "following" && (
        <section
          className="publishing"
          data-progress={state.progress.status}
          aria-label={t(PROGRESS_TITLES[state.progress.status])}
        >
          <span className="publishing-light" aria-hidden="true" />
          <div className="publishing-text">
            <h2>{t(PROGRESS_TITLES[state.progress.status])}</h2>
            <p className="soft">
              {state.isUnreachable
                ? t("admin:publishing.unreachable")
                : progressText(state.progress, t)}
            </p>
            {state.progress.status === "failed" && state.progress.error && (
              <details>
                <summary>{t("admin:publishing.details")}</summary>
                <pre>{state.progress.error}</pre>
              </details>
            )}
          </div>
          {state.progress.status === "live" && state.path && (
            <a className="btn btn-ghost btn-small" href={localePath(state.path, pageLocale())}>
              {t("admin:publishing.open")}
            </a>
          )}
          {state.progress.status === "failed" && (
            <button
              className="btn btn-ghost btn-small"
              type="button"
              onClick={() => void publishing.ask()}
            >
              {t("admin:publishing.checkAgain")}
            </button>
          )}
          {(state.progress.status === "live" || state.progress.status === "failed") && (
            <button
              className="icon-btn"
              type="button"
              aria-label={t("admin:publishing.dismiss")}
              onClick={publishing.dismiss}
            >
              <Icon name="close" />
            </button>
          )}
        </section>
      )}
    </div>
  )
}
