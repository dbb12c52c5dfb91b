import { atom, computed } from "nanostores"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { createMutation } from "../../islands/mutation.ts"
import { $viewer, createQuery } from "../../islands/query.ts"
import { setUnread } from "../../session/mark-notifications-read.ts"
import { call } from "../../shared/call.ts"
import { showFailure } from "../../ui/toast/show-outcome.ts"
import { showToast } from "../../ui/toast/toasts.ts"
import {
  type MarkRead,
  markReadResponse,
  type Notification,
  type NotificationPage,
  notificationPage,
} from "./schema.ts"

const getListPath = () => `/api/notifications?language=${pageLocale()}`

export const $firstPage = createQuery(
  [computed($viewer, (id) => (id ? getListPath() : null))],
  notificationPage,
  { requiresLogin: true },
)

const $laterPages = atom<NotificationPage | null>(null)
$viewer.listen(() => $laterPages.set(null))

/** All loaded pages as one. Undefined until the first page is loaded. */
export const $notifications = computed([$firstPage, $laterPages], ({ data }, laterPages) => {
  if (!data || !laterPages) return data
  const firstPageIds = new Set(data.notifications.map(({ id }) => id))
  const others = laterPages.notifications.filter(({ id }) => !firstPageIds.has(id))
  return { notifications: [...data.notifications, ...others], next: laterPages.next }
})

/** Loads the next page of notifications. Returns false if there is no next page, or if the request failed. */
export async function loadMore(): Promise<boolean> {
  const viewerBefore = $viewer.get()
  const cursor = $notifications.get()?.next
  if (!cursor) return false
  const result = await call(`${getListPath()}&cursor=${cursor}`, { read: notificationPage })
  // The member has logged out meanwhile, so the response is dropped.
  if (viewerBefore !== $viewer.get()) return false
  if (!result.ok) {
    showFailure(result.failure, "notifications:failed")
    return false
  }
  const { notifications, next } = result.body
  const loaded = $laterPages.get()?.notifications ?? []
  $laterPages.set({ notifications: [...loaded, ...notifications], next })
  return true
}

/** The key of a change of all notifications. Other keys are ids, joined by commas. */
const ALL = "all"

const isAffected = (key: string, id: string) => key === ALL || key.split(",").includes(id)

/**
 * Returns the body of a request. Notifications that are newer than the newest loaded notification stay unchanged,
 * because the member has not seen them.
 */
function createMarkRequest(key: string, isRead: boolean): MarkRead {
  const affectedRows = ($notifications.get()?.notifications ?? []).filter(({ id }) =>
    isAffected(key, id),
  )
  const newestTime = affectedRows
    .map(({ happened_at }) => happened_at)
    .toSorted()
    .at(-1)
  const until = newestTime ?? new Date(0).toISOString()
  return { ...(key !== ALL && { ids: key.split(",") }), until, is_read: isRead }
}

function updateCaches(key: string, isRead: boolean): void {
  const update = (page: NotificationPage): NotificationPage => ({
    ...page,
    notifications: page.notifications.map((row) =>
      isAffected(key, row.id) ? { ...row, is_unread: !isRead } : row,
    ),
  })
  const { data } = $firstPage.get()
  const laterPages = $laterPages.get()
  if (data) $firstPage.mutate(update(data))
  if (laterPages) $laterPages.set(update(laterPages))
}

/** A new toast replaces an earlier toast with the same subject. */
const TOAST_SUBJECT = "notifications"

/** Ids of the notifications that the last "mark all as read" changed, for its undo. */
let lastMarkedIds: string[] = []

/** Marks notifications as read (true) or unread. Changes of several notifications have a name, and show a toast. */
const readMutation = createMutation({
  queries: [$firstPage],
  send: async (key, isRead: boolean) => {
    const result = await call("/api/notifications/read", {
      method: "PUT",
      payload: createMarkRequest(key, isRead),
      read: markReadResponse,
      isKeptAlive: true,
    })
    if (result.ok && key === ALL) lastMarkedIds = result.body.changed
    return result
  },
  updateCaches: (key, isRead, { unread }) => {
    updateCaches(key, isRead)
    setUnread(unread)
  },
  onSettled: ({ value: isRead, name }, result) => {
    const t = pageTranslate()
    if (!result.ok) return showFailure(result.failure, "notifications:markFailed")
    // Marking a single notification shows no toast.
    if (!name || lastMarkedIds.length === 0) return
    const ids = lastMarkedIds.join()
    const undo = () => {
      void readMutation.mutate(ids, false, ids)
      // The toast's link only undoes the change: `false` keeps the link from opening a page.
      return false
    }
    showToast({
      tone: "success",
      title: t(isRead ? "notifications:allRead" : "notifications:undone"),
      subject: TOAST_SUBJECT,
      ...(isRead && { link: { href: "", text: t("notifications:undo"), onclick: undo } }),
    })
  },
})

export const setRead = (id: string, isRead: boolean) => readMutation.mutate(id, isRead)
export const markAllRead = () => readMutation.mutate(ALL, true, ALL)

/** The notifications as the member has marked them, also before the server confirms the change. */
export const $visibleNotifications = computed(
  [$notifications, readMutation.$pending],
  (page, pending) => {
    const changes = [...pending].map(([key, { value: isRead }]) => ({ key, isRead }))
    return page?.notifications.map((row): Notification => {
      const lastChange = changes.findLast(({ key }) => isAffected(key, row.id))
      return lastChange ? { ...row, is_unread: !lastChange.isRead } : row
    })
  },
)
