import * as z from "zod/mini"
import { LOCALES } from "../../i18n/locales.ts"

/** The server sends requests to the browser's URL, so it accepts only hosts of known push services. */
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

/** Default hours in Baltic time. `get_push_due_time()` in db/functions/34_push.sql has the same values. */
export const QUIET_HOURS = { starts_at: "22:00", ends_at: "08:00" }

const fullHour = z.string().check(z.regex(/^([01]\d|2[0-3]):00$/))

/** Equal values turn quiet hours off. */
export const quietHours = z.object({ starts_at: fullHour, ends_at: fullHour })
export type QuietHours = z.infer<typeof quietHours>

export const pushSettings = z.object({
  /** The server's VAPID key in base64url. */
  public_key: z.string(),
  is_subscribed: z.boolean(),
  quiet_hours: quietHours,
})
export type PushSettings = z.infer<typeof pushSettings>

export interface PushPayload {
  title: string
  body: string
  /** A newer message replaces an older one with the same tag. */
  tag: string
  /** The page that a tap opens. */
  path: string
}
