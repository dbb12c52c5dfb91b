import type { MessageKey } from "../i18n/keys.ts"
import { pageTranslate } from "../i18n/page-translate.ts"
import type { Failure } from "../shared/call.ts"
import { getFailureKey } from "./forms/failure-keys.ts"

export function LoadingRows({ label }: { label: MessageKey }) {
  return (
    <div className="loading-rows grid w-full gap-3.5 *:min-h-14" role="status">
      <span className="sr-only">{pageTranslate()(label)}</span>
      <span className="skeleton" />
      <span className="skeleton" />
      <span className="skeleton" />
    </div>
  )
}

interface FailedProps {
  title: MessageKey
  /** Reason of the error. The default is that the server could not be reached. */
  failure?: Pick<Failure, "code">
  onRetry: () => void
  heading?: "h2" | "h3"
}

export function LoadFailed({
  title,
  failure = { code: "unreachable" },
  onRetry,
  heading: Heading = "h3",
}: FailedProps) {
  const t = pageTranslate()
  return (
    <div className="state" role="alert">
      <Heading>{t(title)}</Heading>
      {failure.code !== "internal" && <p className="soft">{t(getFailureKey(failure.code))}</p>}
      <button className="btn btn-ghost btn-small" type="button" onClick={onRetry}>
        {t("common:tryAgain")}
      </button>
    </div>
  )
}

interface EmptyProps {
  title: string
  text: string
  isHidden?: boolean
}

/** Shows that a list is empty. Scripts find hidden messages by `data-empty`. */
export const EmptyState = ({ title, text, isHidden = false }: EmptyProps) => (
  <div className="state" hidden={isHidden} data-empty="">
    <h3>{title}</h3>
    <p className="soft">{text}</p>
  </div>
)
