/** Schemas of push subscriptions, messages and settings. */
import * as z from "zod/mini"
import { LOCALES } from "../../i18n/locales.ts"

/**
 * Hosts of the push services of Chrome and other Chromium browsers, Firefox, Safari and Edge. The server sends requests
 * to the endpoints that browsers give, so it accepts no other hosts.
 */
const PUSH_HOSTS =
  /^(?:fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|[\w-]+\.push\.apple\.com|[\w.-]+\.notify\.windows\.com)$/

function isPushEndpoint(value: string): boolean {
  const url = URL.parse(value)
  return url?.protocol === "https:" && url.port === "" && PUSH_HOSTS.test(url.hostname)
}

const base64url = (max: number) => z.string().check(z.regex(/^[\w-]+=*$/), z.maxLength(max))

export const pushSubscription = z.object({
  endpoint: z.string().check(z.maxLength(1000), z.refine(isPushEndpoint)),
  keys: z.object({ p256dh: base64url(200), auth: base64url(100) }),
  language: z.enum(LOCALES),
})
export type PushSubscriptionBody = z.infer<typeof pushSubscription>

/** Default of the quiet hours, in Baltic time. Must match `get_push_due_time()` in db/functions/34_push.sql. */
export const QUIET_HOURS = { starts_at: "22:00", ends_at: "08:00" }

const fullHour = z.string().check(z.regex(/^([01]\d|2[0-3]):00$/))

/** Hours without push messages; equal values turn them off. */
export const quietHours = z.object({ starts_at: fullHour, ends_at: fullHour })
export type QuietHours = z.infer<typeof quietHours>

export const pushSettings = z.object({
  /** The server's VAPID key, in base64url. */
  public_key: z.string(),
  /** Whether this session's browser gets push messages. */
  is_subscribed: z.boolean(),
  quiet_hours: quietHours,
})
export type PushSettings = z.infer<typeof pushSettings>

/** Content of a push message, which the service worker shows. */
export interface PushPayload {
  title: string
  body: string
  /** A newer message with the same tag replaces an older one. */
  tag: string
  /** Path that a tap opens. */
  path: string
}
