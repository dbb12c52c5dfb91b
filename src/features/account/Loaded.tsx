import { useStore } from "@nanostores/react"
import type { ReadableAtom } from "nanostores"
import type { ReactNode } from "react"
import type { Loadable } from "../../islands/query.ts"
import { LoadFailed, LoadingRows } from "../../ui/LoadState.tsx"

interface Props<Data> {
  $state: ReadableAtom<Loadable<Data>>
  /** Prefix of two message keys: `…loading` and `…failed`. */
  texts: `security:${"" | "devices." | "passkeys." | "factor." | "deletion.teams."}`
  onRetry: () => void
  children: (data: Data) => ReactNode
}

export function Loaded<Data>({ $state, texts, onRetry, children }: Props<Data>) {
  const state = useStore($state)
  if (state.status === "ready") return children(state.data)
  if (state.status === "loading") return <LoadingRows label={`${texts}loading`} />
  return <LoadFailed title={`${texts}failed`} failure={state.failure} onRetry={onRetry} />
}
