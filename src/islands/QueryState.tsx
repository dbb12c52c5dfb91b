import type { FetcherStore } from "@nanostores/query"
import { useStore } from "@nanostores/react"
import type { MessageKey } from "../i18n/keys.ts"
import { LoadFailed, LoadingRows } from "../ui/LoadState.tsx"
import type { CallError } from "./query.ts"

interface Props<Data> {
  query: FetcherStore<Data, CallError>
  /** Text for screen readers while the data is loading. */
  loading: MessageKey
  /** Title of the error. */
  failed: MessageKey
  heading?: "h2" | "h3"
  onRetry?: () => void
}

/** Renders a query without data: a placeholder, or its error with a retry button. */
export function QueryState<Data>(props: Props<Data>) {
  const { query, loading, failed, heading = "h3", onRetry = query.invalidate } = props
  const { error } = useStore(query)
  if (!error) return <LoadingRows label={loading} />
  return <LoadFailed title={failed} failure={error.failure} heading={heading} onRetry={onRetry} />
}
