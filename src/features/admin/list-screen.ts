/** A list of the admin area with what can be done with its rows, and what follows from it. */
import type { Answer, Failure } from "../../call.ts"
import type { Act, Done } from "./act.ts"
import { createActing } from "./acting.ts"
import { type Ask, askIn } from "./ask.ts"
import { createList } from "./list.ts"
import { createPublishing } from "./publishing.ts"
import { type ListResource, listCall, type Page, type Row } from "./resource.ts"
import { say, sayError } from "./say.ts"
import { createSelection } from "./selection.ts"

interface Options<Listed extends Row> {
  /** Where the rows come from, when it is not the resource's own list. */
  load?: (ask: Ask, cursor?: string) => Promise<Answer<Page<Listed>>>
  onGone?: (id: string) => void
}

export function createListScreen<Listed extends Row>(
  resource: ListResource<Listed>,
  { load = listCall(resource), onGone = () => {} }: Options<Listed> = {},
) {
  const list = createList(load, askIn("", resource.params))
  const selection = createSelection(list)
  const publishing = createPublishing()

  /** Follows a change until readers see it; without a version, whatever is on its way. */
  function follow(version: number | undefined, path: string | null): void {
    if (resource.publicPath === null) return
    if (version === undefined) void publishing.resume(path)
    else publishing.follow(version, path)
  }

  /** An act with these rows: a second try's outcome takes the first one's place. */
  const trying = (act: Act<Listed>, rows: readonly Listed[]) =>
    [act.failed, ...rows.map(({ id }) => id)].join(" ")

  function onDone(act: Act<Listed>, rows: readonly Listed[], done: Done<Listed>): void {
    const succeeded = done.results.filter((result) => result.ok)
    for (const { id, row } of succeeded) {
      if (row) list.put(row)
      else {
        list.drop(id)
        onGone(id)
      }
    }
    selection.clear()
    if (act.isReloaded || succeeded.length < done.results.length) void list.reload()
    if (succeeded.length === 0) return
    const [row] = rows
    const isOne = rows.length === 1 || !act.doneMany
    const about = trying(act, rows)
    if (isOne && row) {
      say("success", { values: { title: resource.titleOf(row) }, ...act.done }, about)
    } else if (act.doneMany) {
      say("success", { title: act.doneMany, values: { count: succeeded.length } }, about)
    }
    follow(done.content_version, null)
  }

  function onFailed(act: Act<Listed>, rows: readonly Listed[], failure: Failure): void {
    const message = act.failure?.(failure)
    const about = trying(act, rows)
    if (message) say("error", message, about)
    else sayError(act.failed, failure, about)
    // It is not as it is shown here.
    if (failure.code === "not_found" || failure.code === "stale") void list.reload()
  }

  const acting = createActing<Listed>({ onDone, onFailed })
  return { resource, list, selection, acting, publishing, follow }
}

export type ListScreen<Listed extends Row> = ReturnType<typeof createListScreen<Listed>>
