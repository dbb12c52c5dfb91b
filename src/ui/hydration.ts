import { useSyncExternalStore } from "react"

const never = () => () => {}

/**
 * False while the page is built and in an island's first rendering, which must look the same: an island
 * shows what was built into it until then. Texts are there from then on.
 */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
