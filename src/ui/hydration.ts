import { useSyncExternalStore } from "react"

const subscribeToNothing = () => () => {}

/** Returns false in the build and during hydration, which must produce the same HTML. Returns true afterwards. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
