import { atom, computed } from "nanostores"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { createMutation } from "../../islands/mutation.ts"
import { $viewer, createQuery } from "../../islands/query.ts"
import { setUnread } from "../../session/mark-notifications-read.ts"
import { call } from "../../shared/call.ts"
import { showOutcome } from "../../ui/toast/show-outcome.ts"
import { showToast } from "../../ui/toast/toasts.ts"
import {
  type MarkRead,
  markReadResponse,
  type Notification,
  type NotificationPage,
  notificationPage,
} from "./schema.ts"

const listPath = () => `/api/notifications?language=${pageLocale()}`

export const $firstPage = createQuery(
  [computed($viewer, (id) => (id ? listPath() : null))],
  notificationPage,
  { isForMembers: true },
)

const $laterPages = atom<NotificationPage | null>(null)
$viewer.listen(() => $laterPages.set(null))

/** The value is undefined until the first page is loaded. */
export const $notifications = computed([$firstPage, $laterPages], ({ data }, later) => {
  if (!data || !later) return data
  const firstPageIds = new Set(data.notifications.map(({ id }) => id))
  const others = later.notifications.filter(({ id }) => !firstPageIds.has(id))
  return { notifications: [...data.notifications, ...others], next: later.next }
})

export async function loadMore(): Promise<boolean> {
  const viewer = $viewer.get()
  const cursor = $notifications.get()?.next
  if (!cursor) return false
  const result = await call(`${listPath()}&cursor=${cursor}`, { read: notificationPage })
  if (viewer !== $viewer.get()) return false
  if (!result.ok) {
    showOutcome(result, { title: "" }, "notifications:failed")
    return false
  }
  const { notifications, next } = result.body
  const loaded = $laterPages.get()?.notifications ?? []
  $laterPages.set({ notifications: [...loaded, ...notifications], next })
  return true
}

const ALL = "all"

/** `key` is `ALL`, or ids joined by commas. */
const isAffected = (key: string, id: string) => key === ALL || key.split(",").includes(id)

/** Anything newer than the newest loaded notification stays unread. */
function createMarkRequest(key: string, isRead: boolean): MarkRead {
  const shown = ($notifications.get()?.notifications ?? []).filter(({ id }) => isAffected(key, id))
  const until = shown.reduce(
    (newest, { happened_at }) => (happened_at > newest ? happened_at : newest),
    new Date(0).toISOString(),
  )
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
  const later = $laterPages.get()
  if (data) $firstPage.mutate(update(data))
  if (later) $laterPages.set(update(later))
}

const TOAST = "notifications"

let lastMarked: string[] = []

const marking = createMutation({
  queries: [$firstPage],
  send: async (key, isRead: boolean) => {
    const result = await call("/api/notifications/read", {
      method: "PUT",
      payload: createMarkRequest(key, isRead),
      read: markReadResponse,
      isKeptAlive: true,
    })
    if (result.ok && key === ALL) lastMarked = result.body.changed
    return result
  },
  updateCaches: (key, isRead, { unread }) => {
    updateCaches(key, isRead)
    setUnread(unread)
  },
  onSettled: ({ value: isRead, name: key }, result) => {
    const t = pageTranslate()
    if (!result.ok) return showOutcome(result, { title: "" }, "notifications:markFailed")
    // Marking a single notification shows no toast.
    if (!key || lastMarked.length === 0) return
    const ids = lastMarked.join()
    const undo = () => {
      void marking.mutate(ids, false, ids)
      return false
    }
    showToast({
      tone: "success",
      title: t(isRead ? "notifications:allRead" : "notifications:undone"),
      subject: TOAST,
      ...(isRead && { link: { href: "", text: t("notifications:undo"), onclick: undo } }),
    })
  },
})

export const mark = (id: string, isRead: boolean) => marking.mutate(id, isRead)
export const markAllRead = () => marking.mutate(ALL, true, ALL)

/** The notifications with unconfirmed changes. */
export const $visibleNotifications = computed(
  [$notifications, marking.$pending],
  (page, pending) => {
    const changes = [...pending]
    return page?.notifications.map((row): Notification => {
      const change = changes.findLast(([key]) => isAffected(key, row.id))
      return change ? { ...row, is_unread: !change[1].value } : row
    })
  },
)
