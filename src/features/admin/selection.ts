/** Which rows of a list are chosen for doing something with all of them. */
import { atom, computed } from "nanostores"
import type { List } from "./list.ts"
import type { Row } from "./resource.ts"

export function createSelection<Listed extends Row>({ $list }: Pick<List<Listed>, "$list">) {
  const $ids = atom<readonly string[]>([])
  const shown = () => {
    const list = $list.get()
    return list.status === "ready" ? list.rows : []
  }
  /** Only what is shown can be chosen: what left the list is not done by accident. */
  const $selected = computed([$ids, $list], (ids, list) =>
    list.status === "ready" ? list.rows.filter(({ id }) => ids.includes(id)) : [],
  )

  return {
    $selected,
    choose(id: string, isChosen: boolean): void {
      const others = $ids.get().filter((known) => known !== id)
      $ids.set(isChosen ? [...others, id] : others)
    },
    chooseAll: () => $ids.set(shown().map(({ id }) => id)),
    clear: () => $ids.set([]),
  }
}

export type Selection<Listed extends Row> = ReturnType<typeof createSelection<Listed>>
