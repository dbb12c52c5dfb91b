/** What stands where something is loaded, until it is there. */
import type { Failure } from "../call.ts"
import type { MessageKey } from "../i18n/keys.ts"
import { pageTranslate } from "../i18n/page-translate.ts"
import { failureText } from "./failure-text.ts"

export function LoadingRows({ label }: { label: MessageKey }) {
  return (
    <div className="loading-rows" role="status">
      <span className="sr-only">{pageTranslate()(label)}</span>
      <span className="skeleton" />
      <span className="skeleton" />
      <span className="skeleton" />
    </div>
  )
}

interface FailedProps {
  title: MessageKey
  failure: Failure
  onRetry: () => void
  /** By where it stands. */
  heading?: "h2" | "h3"
}

export function LoadFailed({ title, failure, onRetry, heading: Heading = "h3" }: FailedProps) {
  const t = pageTranslate()
  return (
    <div className="state" role="alert">
      <Heading>{t(title)}</Heading>
      <p className="soft">{t(failureText(failure.code))}</p>
      <button className="btn btn-ghost btn-small" type="button" onClick={onRetry}>
        {t("common:tryAgain")}
      </button>
    </div>
  )
}
