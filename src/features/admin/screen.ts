/** One screen of the admin area: its list, its actions, its editor, and what follows from each. */
import * as z from "zod/mini"
import type { Locale } from "../../i18n/locales.ts"
import { call, type Failure } from "../../shared/call.ts"
import { failureText } from "../../ui/forms/failure-text.ts"
import { browserDrafts } from "./editor/drafts.ts"
import { createEditor, type EditorOptions } from "./editor/editor.ts"
import { sharedCalls } from "./editor/shared-drafts.ts"
import { type Action, createActions, type Done } from "./list/actions.ts"
import { createList, createSelection } from "./list/list.ts"
import type { EditableRow, ListResource, Resource, Row } from "./list/resource.ts"
import { createPublishing } from "./publishing/build-progress.ts"
import { toast, toastError } from "./toast.ts"
import { loadWaiting } from "./waiting.ts"

interface Options<Listed extends Row> {
  /** The search part of the address. */
  search?: string
  fetchPage?: Parameters<typeof createList<Listed>>[2]
  onGone?: (id: string) => void
}

export function createListScreen<Listed extends Row>(
  resource: ListResource<Listed>,
  { search, fetchPage, onGone = () => {} }: Options<Listed> = {},
) {
  const list = createList(resource, search, fetchPage)
  const selection = createSelection(list)
  const publishing = createPublishing()

  /** Follows a change until readers see it; without a version, whatever is on its way. */
  function follow(version: number | undefined, path: string | null): void {
    if (resource.publicPath === null) return
    if (version === undefined) void publishing.resume(path)
    else publishing.follow(version, path)
  }

  /** An action with these rows: a second try's toast takes the first one's place. */
  const aboutOf = (action: Action<Listed>, rows: readonly Listed[]) =>
    [action.failed, ...rows.map(({ id }) => id)].join(" ")

  function onDone(action: Action<Listed>, rows: readonly Listed[], done: Done<Listed>): void {
    const succeeded = done.results.filter((result) => result.ok)
    for (const { id, row } of succeeded) {
      if (row) list.put(row)
      else {
        list.drop(id)
        onGone(id)
      }
    }
    selection.clear()
    if (action.isReloaded || succeeded.length < done.results.length) list.reload()
    void loadWaiting()
    if (succeeded.length === 0) return
    const [row] = rows
    const isOne = rows.length === 1 || !action.doneMany
    const about = aboutOf(action, rows)
    if (isOne && row) {
      toast("success", { values: { title: resource.titleOf(row) }, ...action.done }, about)
    } else if (action.doneMany) {
      toast("success", { title: action.doneMany, values: { count: succeeded.length } }, about)
    }
    follow(done.content_version, null)
  }

  function onFailed(action: Action<Listed>, rows: readonly Listed[], failure: Failure): void {
    const message = action.failure?.(failure)
    const about = aboutOf(action, rows)
    if (message) toast("error", message, about)
    else toastError(action.failed, failure, about)
    // It is not as it is shown here.
    if (failure.code === "not_found" || failure.code === "stale") list.reload()
  }

  const actions = createActions<Listed>({ onDone, onFailed })
  return { resource, list, selection, actions, publishing, follow }
}

export type ListScreen<Listed extends Row> = ReturnType<typeof createListScreen<Listed>>

/** How things are read and saved. */
export function callsFor<Listed extends EditableRow, Full extends Listed, Values extends object>({
  name,
  saved,
  shared,
}: Resource<Listed, Full, Values>): EditorOptions<Listed, Full, Values>["calls"] {
  const root = `/api/admin/${name}`
  const read = (json: unknown) => z.parse(saved, json)
  return {
    find: (id) => call(`${root}/${id}`, { read }),
    shared: shared ? sharedCalls(root) : null,
    create: (id, body) =>
      call(root, { method: "POST", payload: shared ? { ...body, id } : body, read }),
    update: (id, updated_at, body) =>
      call(`${root}/${id}`, { method: "PATCH", payload: { ...body, updated_at }, read }),
  }
}

/** The `about` of toasts about a stored draft. */
export const DRAFT_STORED = "draft stored"

/** Toasts for the time after an editor was closed. */
export const TOLD = {
  onLateFailure: ({ code }: Failure) =>
    toast("error", { title: "admin:editor.notSaved", text: failureText(code) }),
  onDraftStored: (isShared: boolean) =>
    toast(
      "success",
      {
        title: `admin:editor.${isShared ? "sharedStored" : "draftStored"}.title`,
        text: `admin:editor.${isShared ? "sharedStored" : "draftStored"}.text`,
      },
      DRAFT_STORED,
    ),
}

export function createScreen<
  Listed extends EditableRow,
  Full extends Listed,
  Values extends object,
>(
  resource: Resource<Listed, Full, Values>,
  { userId, locale, search }: { userId: string; locale: Locale; search: string },
) {
  const { name, values, isPublic, pathOf, saveFailed } = resource
  const drafts = browserDrafts({ name, userId, values })
  const screen = createListScreen(resource, { search, onGone: drafts.drop })

  const editor = createEditor<Listed, Full, Values>({
    resource,
    drafts,
    blank: resource.blank(locale),
    calls: callsFor(resource),
    ...TOLD,
    onSaved(before, item) {
      screen.list.put(item)
      if (resource.changesOthers?.(item)) screen.list.reload()
      toast("success", resource.savedMessage(before, item), saveFailed(before === null))
      if (isPublic(item) || (before && isPublic(before))) {
        screen.follow(item.content_version, isPublic(item) ? pathOf(item) : null)
      }
    },
    onFailed(failure, isNew) {
      // The editor itself shows the link to log in again.
      if (failure.code === "sign_in_required") return
      toastError(saveFailed(isNew), failure, saveFailed(isNew))
    },
  })

  return { ...screen, resource, editor, drafts }
}

export type AdminScreen<
  Listed extends EditableRow,
  Full extends Listed,
  Values extends object,
> = ReturnType<typeof createScreen<Listed, Full, Values>>
