import {
  DEFAULT_QUIET_HOURS,
  type PushSubscriptionBody,
  type QuietHours,
} from "../../src/features/notifications/push-schema.ts"
import type {
  NotificationKind,
  NotificationSubject,
} from "../../src/features/notifications/schema.ts"
import type { Locale } from "../../src/i18n/locales.ts"
import { type Db, query } from "../client.ts"
import { countOwnAttemptSql } from "./accounts/attempts.ts"

export interface VapidKeys {
  public_key: string
  private_key: string
}

export const findOrStoreVapidKeys = (db: Db, keys: VapidKeys) => db.one<VapidKeys>`
  select public_key, private_key from find_or_store_vapid_keys(${keys.public_key}, ${keys.private_key})`

/** A browser that gets push messages, with the keys (`p256dh`, `auth`) that encrypt them. */
export interface PushSubscriptionRow {
  endpoint: string
  p256dh: string
  auth: string
  language: Locale
}

/** `session` is the id of the session, which belongs to one browser. */
export async function readPushSettings(db: Db, session: string) {
  const [[subscription], [hours]] = await db.batch([
    query<{ is_subscribed: boolean }>`
      select exists (select from push_subscriptions where session_id = ${session}) as is_subscribed`,
    query<QuietHours>`
      select to_char(starts_at, 'HH24:MI') as starts_at, to_char(ends_at, 'HH24:MI') as ends_at
      from push_quiet_hours where user_id = (select current_viewer())`,
  ])
  return {
    is_subscribed: subscription?.is_subscribed ?? false,
    quiet_hours: hours ?? DEFAULT_QUIET_HOURS,
  }
}

export const subscribeToPush = (
  db: Db,
  session: string,
  { endpoint, keys, language }: PushSubscriptionBody,
) =>
  db.one`select subscribe_to_push(${session}, ${endpoint}, ${keys.p256dh}, ${keys.auth}, ${language})`

export const unsubscribeFromPush = (db: Db, session: string) =>
  db.one`delete from push_subscriptions where session_id = ${session}`

/**
 * Counts a test message. `wait` is the number of seconds until the next test message is allowed, or 0. `browser` is the
 * push subscription of the session's browser.
 */
export async function countTestPush(db: Db, session: string) {
  const [[attempt], [browser]] = await db.batch([
    query<{ wait: number }>`select wait from ${countOwnAttemptSql("test-push")}`,
    query<PushSubscriptionRow>`select * from get_own_push_subscription(${session})`,
  ])
  return { wait: attempt?.wait ?? 0, browser: browser ?? null }
}

export const storeQuietHours = (db: Db, { starts_at, ends_at }: QuietHours) => db.one`
  insert into push_quiet_hours (user_id, starts_at, ends_at)
  values ((select current_viewer()), ${starts_at}, ${ends_at})
  on conflict (user_id) do update set starts_at = excluded.starts_at, ends_at = excluded.ends_at`

export interface DuePush extends PushSubscriptionRow {
  notification_id: string
  user_id: string
  kind: NotificationKind
}

/** Returns one row per notification and browser. */
export const leasePushMessages = (db: Db, max: number) =>
  db.many<DuePush>`select * from lease_push_messages(${max})`

/**
 * Deletes the queued messages of the notifications `finishedIds`,
 * and the push subscriptions with the endpoints `deadEndpoints`.
 */
export const recordPushDelivery = (db: Db, finishedIds: string[], deadEndpoints: string[]) =>
  db.one`select record_push_delivery(${finishedIds}, ${deadEndpoints})`

/** Returns the facts that a push message shows; null if the viewer may no longer see the content. */
export const getPushSubject = (db: Db, id: string, locale: Locale) =>
  db.value<NotificationSubject | null>`
    select get_notification_subject(n, ${locale}) from notifications n where n.id = ${id}`
