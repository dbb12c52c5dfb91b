import type { Locale } from "../../i18n/locales.ts"
import type { Failure } from "../../shared/call.ts"
import { getFailureKey } from "../../ui/forms/failure-keys.ts"
import { createBrowserBuffer } from "./editor/buffer.ts"
import { createCalls } from "./editor/calls.ts"
import { createEditor } from "./editor/editor.ts"
import { createActions } from "./list/actions.ts"
import { createList, createSelection } from "./list/list.ts"
import type {
  Action,
  ActionResult,
  EditableRow,
  ListResource,
  Resource,
  Row,
} from "./list/resource.ts"
import { createPublishing } from "./publishing/build-progress.ts"
import { reloadReviewCounts } from "./review-counts.ts"
import { toast, toastError } from "./toast.ts"

interface Options<Listed extends Row> {
  search?: string
  fetchPage?: Parameters<typeof createList<Listed>>[2]
  onDeleted?: (id: string) => void
}

export function createListScreen<Listed extends Row>(
  resource: ListResource<Listed>,
  { search, fetchPage, onDeleted = () => {} }: Options<Listed> = {},
) {
  const list = createList(resource, search, fetchPage)
  const selection = createSelection(list)
  const publishing = createPublishing()

  /** Follows a content version until a build contains it. Without a version, follows the latest change of the site. */
  function follow(version: number | undefined, path: string | null): void {
    if (resource.publicPath === null) return
    if (version === undefined) void publishing.resume(path)
    else publishing.follow(version, path)
  }

  /** Returns the subject of a toast. A later toast about the same action and rows replaces the earlier one. */
  const createSubject = (action: Action<Listed>, rows: readonly Listed[]) =>
    [action.failed, ...rows.map(({ id }) => id)].join(" ")

  function onDone(
    action: Action<Listed>,
    rows: readonly Listed[],
    done: ActionResult<Listed>,
  ): void {
    const succeeded = done.results.filter((result) => result.ok)
    for (const { id, row } of succeeded) {
      if (row) list.put(row)
      else {
        list.drop(id)
        onDeleted(id)
      }
    }
    selection.clear()
    if (action.reloadsList || succeeded.length < done.results.length) list.reload()
    void reloadReviewCounts()
    if (succeeded.length === 0) return
    const [row] = rows
    const isOne = rows.length === 1 || !action.doneMany
    const subject = createSubject(action, rows)
    if (isOne && row) {
      toast("success", { values: { title: resource.getTitle(row) }, ...action.done }, subject)
    } else if (action.doneMany) {
      toast("success", { title: action.doneMany, values: { count: succeeded.length } }, subject)
    }
    follow(done.content_version, null)
  }

  function onFailed(action: Action<Listed>, rows: readonly Listed[], failure: Failure): void {
    const message = action.getFailureMessage?.(failure)
    const subject = createSubject(action, rows)
    if (message) toast("error", message, subject)
    else toastError(action.failed, failure, subject)
    if (failure.code === "not_found" || failure.code === "stale") list.reload()
  }

  const actions = createActions<Listed>({ onDone, onFailed })
  return { resource, list, selection, actions, publishing, follow }
}

export type ListScreen<Listed extends Row> = ReturnType<typeof createListScreen<Listed>>

export const DRAFT_STORED_SUBJECT = "draft stored"

export const closedEditorToasts = {
  onLateFailure: ({ code }: Failure) =>
    toast("error", { title: "admin:editor.notSaved", text: getFailureKey(code) }),
  onDraftStored: (isOnServer: boolean) =>
    toast(
      "success",
      {
        title: `admin:editor.${isOnServer ? "sharedStored" : "draftStored"}.title`,
        text: `admin:editor.${isOnServer ? "sharedStored" : "draftStored"}.text`,
      },
      DRAFT_STORED_SUBJECT,
    ),
}

export function createScreen<
  Listed extends EditableRow,
  Full extends Listed,
  Values extends object,
>(
  resource: Resource<Full, Values, Listed>,
  { userId, locale, search }: { userId: string; locale: Locale; search: string },
) {
  const { name, values, isPublic, getPath, getSaveFailedMessage } = resource
  const buffer = createBrowserBuffer({ name, userId, values })
  const screen = createListScreen(resource, { search, onDeleted: buffer.drop })

  const editor = createEditor<Full, Values>({
    resource,
    buffer,
    blank: resource.createBlankValues(locale),
    calls: createCalls(resource),
    ...closedEditorToasts,
    onSaved(before, item) {
      screen.list.put(item)
      if (resource.mayChangeOtherRows?.(item)) screen.list.reload()
      toast(
        "success",
        resource.getSavedMessage(before, item),
        getSaveFailedMessage(before === null),
      )
      if (isPublic(item) || (before && isPublic(before))) {
        screen.follow(item.content_version, isPublic(item) ? getPath(item) : null)
      }
    },
    onFailed(failure, isNew) {
      if (failure.code === "sign_in_required") return
      toastError(getSaveFailedMessage(isNew), failure, getSaveFailedMessage(isNew))
    },
  })

  return { ...screen, resource, editor, buffer }
}
