/** The event form, where it is open. With what it needs it is loaded when it is first asked for. */
import { useStore } from "@nanostores/react"
import { EventDialog } from "./EventDialog.tsx"
import { editing } from "./editor.ts"

export { editing } from "./editor.ts"

export function Editor() {
  const state = useStore(editing.$editing)
  return state.status === "open" && <EventDialog key={state.opening} state={state} />
}
