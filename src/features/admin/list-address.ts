/** Keeps what a list is asked for in the address, beside what the editor keeps there. */
import { askIn, queryWith } from "./ask.ts"
import type { ListScreen } from "./list-screen.ts"
import type { Row } from "./resource.ts"

/** Loads what the address asks for, and from then on each follows the other. Returns what ends it. */
export function followList<Listed extends Row>({ list, resource }: ListScreen<Listed>): () => void {
  const takeAddress = () => void list.ask(askIn(location.search, resource.params))
  takeAddress()
  const stopListening = list.$ask.listen((ask) => {
    const query = queryWith(location.search, ask)
    if (query !== location.search) {
      history.replaceState(history.state, "", location.pathname + query)
    }
  })
  addEventListener("popstate", takeAddress)
  return () => {
    stopListening()
    removeEventListener("popstate", takeAddress)
  }
}
