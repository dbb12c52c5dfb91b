/** The query that led away from a page: it is there again for who comes back to it. */
import { isRecord } from "../../json.ts"

const state = (): Record<string, unknown> => (isRecord(history.state) ? history.state : {})

export const keepQuery = (search: string): void => history.replaceState({ ...state(), search }, "")

export function keptQuery(): string {
  const { search } = state()
  return typeof search === "string" ? search : ""
}
