import { useSyncExternalStore } from "react"

const subscribeToNothing = () => () => {}

/** Returns false in the build and in the first render of an island, which must produce the same HTML. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
