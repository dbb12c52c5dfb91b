import { type RefObject, useEffect, useSyncExternalStore } from "react"

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

/**
 * Presses the buttons below `place` again that were pressed before their script was here: those with
 * `data-script="waiting"`, which boot.ts has marked.
 */
export function pressAgain(place: HTMLElement): void {
  for (const button of place.querySelectorAll<HTMLElement>("[data-script=waiting]")) {
    delete button.dataset.script
    if (!button.hasAttribute("data-pressed-early")) continue
    button.removeAttribute("data-pressed-early")
    button.click()
  }
}

export function useEarlyPresses(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (place.current) pressAgain(place.current)
  }, [place])
}
