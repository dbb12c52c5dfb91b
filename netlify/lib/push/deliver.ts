import webPush, { type RequestOptions } from "web-push"
import { authDatabase } from "../../../db/client.ts"
import {
  type DuePush,
  findOrStoreVapidKeys,
  getPushSubject,
  leasePushMessages,
  type PushSubscriptionRow,
  recordPushDelivery,
  type VapidKeys,
} from "../../../db/queries/push.ts"
import en from "../../../public/locales/en/notifications.json" with { type: "json" }
import et from "../../../public/locales/et/notifications.json" with { type: "json" }
import lt from "../../../public/locales/lt/notifications.json" with { type: "json" }
import lv from "../../../public/locales/lv/notifications.json" with { type: "json" }
import ru from "../../../public/locales/ru/notifications.json" with { type: "json" }
import { getNotificationPath } from "../../../src/features/notifications/links.ts"
import type { PushPayload } from "../../../src/features/notifications/push-schema.ts"
import type { Locale } from "../../../src/i18n/locales.ts"
import { localePath } from "../../../src/i18n/paths.ts"
import { createTranslate, flatten } from "../../../src/i18n/translate.ts"
import { SITE } from "../../../src/site.ts"
import { logFailure, toLogLine } from "../monitoring/log.ts"

const BATCH_SIZE = 50
const TIMEOUT_MS = 10_000
/** A push service keeps a message for this time while the browser is offline. */
const TTL_SECONDS = 24 * 60 * 60

const TEXTS = { en, lv, et, lt, ru } satisfies Record<Locale, unknown>

const createTranslator = (locale: Locale) =>
  createTranslate(locale, flatten("notifications", TEXTS[locale]))

const getDb = () => authDatabase().as(null)

/** Returns the site's key pair for push messages. The first call creates and stores the key pair. */
export async function getVapidKeys(): Promise<VapidKeys> {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  const keys = await findOrStoreVapidKeys(getDb(), {
    public_key: publicKey,
    private_key: privateKey,
  })
  if (!keys) throw new Error("The VAPID keys were not stored")
  return keys
}

/** "gone" means that the browser's subscription has ended, and "failed" that another try may succeed. */
type SendResult = "sent" | "gone" | "failed"

/** "skipped" means that the member has lost access to the content. */
type Delivery = SendResult | "skipped"

/** Sends a message to one browser. Returns "failed" instead of throwing an error. */
export async function sendPush(
  { endpoint, p256dh, auth }: PushSubscriptionRow,
  payload: PushPayload,
  keys: VapidKeys,
): Promise<SendResult> {
  try {
    const options: RequestOptions = {
      TTL: TTL_SECONDS,
      urgency: "high",
      vapidDetails: {
        subject: `mailto:${SITE.email}`,
        publicKey: keys.public_key,
        privateKey: keys.private_key,
      },
    }
    const request = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(payload),
      options,
    )
    const response = await fetch(endpoint, {
      method: "POST",
      headers: request.headers as Record<string, string>,
      body: new Uint8Array(request.body),
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    if (response.ok) return "sent"
    if (response.status === 404 || response.status === 410) return "gone"
    console.error(toLogLine(`${new URL(endpoint).host} refused a push message: ${response.status}`))
    return "failed"
  } catch (error) {
    logFailure("A push message could not be sent", error)
    return "failed"
  }
}

export function createTestPayload(language: Locale): PushPayload {
  const t = createTranslator(language)
  const [title, body] = [t("notifications:push.test.title"), t("notifications:push.test.body")]
  return { title, body, tag: "test", path: localePath("/notifications", language) }
}

/**
 * Returns the message of a notification; null if the member has lost access to the content.
 * The message names no team, event or person, because other people may see the member's screen.
 */
async function createPayload({
  notification_id: id,
  user_id,
  kind,
  language,
}: DuePush): Promise<PushPayload | null> {
  const t = createTranslator(language)
  const member = authDatabase().as({ userId: user_id })
  const subject = await getPushSubject(member, id, language)
  if (!subject) return null
  return {
    title: t(`notifications:kinds.${kind}`),
    // The text about a new comment names the kind of the commented content, such as a post.
    body: t(
      subject.commented
        ? `notifications:push.commented.${subject.commented}`
        : "notifications:push.body",
    ),
    tag: id,
    path: localePath(getNotificationPath(kind, subject) ?? "/notifications", language),
  }
}

export async function deliverPushMessages(): Promise<number> {
  const duePushes = await leasePushMessages(getDb(), BATCH_SIZE)
  if (duePushes.length === 0) return 0
  const keys = await getVapidKeys()
  const deliveries = await Promise.all(
    duePushes.map(async (message) => {
      const payload = await createPayload(message)
      const delivery: Delivery = payload ? await sendPush(message, payload, keys) : "skipped"
      return { ...message, delivery }
    }),
  )
  const listIds = (delivery: Delivery) =>
    deliveries.filter((row) => row.delivery === delivery).map((row) => row.notification_id)
  const sentIds = new Set(listIds("sent"))
  // A message that reached one browser of a member is not sent again to the member's other browsers.
  const unsentIds = new Set(listIds("failed").filter((id) => !sentIds.has(id)))
  const finishedIds = duePushes.map((row) => row.notification_id).filter((id) => !unsentIds.has(id))
  const deadEndpoints = deliveries
    .filter((row) => row.delivery === "gone")
    .map((row) => row.endpoint)
  await recordPushDelivery(getDb(), [...new Set(finishedIds)], deadEndpoints)
  return sentIds.size
}
