import { useSyncExternalStore } from "react"

const subscribeToNothing = () => () => {}

/** Returns false in the build and during hydration, which must produce the same HTML. Afterwards returns true. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
