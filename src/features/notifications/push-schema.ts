import * as z from "zod/mini"
import { LOCALES } from "../../i18n/locales.ts"

/**
 * Hosts of known push services. The browser chooses the URL to which the server sends push messages, so other hosts are
 * refused.
 */
const PUSH_HOSTS =
  /^(?:fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|[\w-]+\.push\.apple\.com|[\w.-]+\.notify\.windows\.com)$/

function isPushEndpoint(value: string): boolean {
  const url = URL.parse(value)
  return url?.protocol === "https:" && url.port === "" && PUSH_HOSTS.test(url.hostname)
}

const base64url = (maxLength: number) =>
  z.string().check(z.regex(/^[\w-]+=*$/), z.maxLength(maxLength))

export const pushSubscription = z.object({
  endpoint: z.string().check(z.maxLength(1000), z.refine(isPushEndpoint)),
  keys: z.object({ p256dh: base64url(200), auth: base64url(100) }),
  language: z.enum(LOCALES),
})
export type PushSubscriptionBody = z.infer<typeof pushSubscription>

/**
 * Quiet hours (Baltic time) of members who have not chosen any. `get_push_due_time()` in db/functions/34_push.sql uses
 * the same hours.
 */
export const DEFAULT_QUIET_HOURS = { starts_at: "22:00", ends_at: "08:00" }

const fullHour = z.string().check(z.regex(/^([01]\d|2[0-3]):00$/))

/** No push messages are sent in these hours. Equal values turn quiet hours off. */
export const quietHours = z.object({ starts_at: fullHour, ends_at: fullHour })
export type QuietHours = z.infer<typeof quietHours>

export const pushSettings = z.object({
  /** The server's VAPID key in base64url. */
  public_key: z.string(),
  is_subscribed: z.boolean(),
  quiet_hours: quietHours,
})
export type PushSettings = z.infer<typeof pushSettings>

/** The message that the server sends to the service worker, as JSON. */
export interface PushPayload {
  title: string
  body: string
  /** A newer message replaces an older one with the same tag. */
  tag: string
  path: string
}
