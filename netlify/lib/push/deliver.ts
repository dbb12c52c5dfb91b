/** Sends push messages to members' browsers (Web Push, RFC 8030). */
import webPush, { type RequestOptions } from "web-push"
import { authDatabase } from "../../../db/client.ts"
import {
  type DuePush,
  findOrStoreVapidKeys,
  getPushSubject,
  leasePushMessages,
  type PushBrowser,
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
/** Time for which a push service keeps a message for a browser that is offline. */
const TTL_SECONDS = 24 * 60 * 60

const TEXTS = { en, lv, et, lt, ru } satisfies Record<Locale, unknown>

const createTranslator = (locale: Locale) =>
  createTranslate(locale, flatten("notifications", TEXTS[locale]))

const db = () => authDatabase().as(null)

/** The first call generates the keys. */
export async function getVapidKeys(): Promise<VapidKeys> {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  const keys = await findOrStoreVapidKeys(db(), { public_key: publicKey, private_key: privateKey })
  if (!keys) throw new Error("The VAPID keys were not stored")
  return keys
}

/** `gone`: the browser's subscription has ended. `failed`: another try may succeed. */
type Delivery = "sent" | "gone" | "failed"

/** Never throws. */
export async function sendPush(
  { endpoint, p256dh, auth }: PushBrowser,
  payload: PushPayload,
  keys: VapidKeys,
): Promise<Delivery> {
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
    const answer = await fetch(endpoint, {
      method: "POST",
      headers: request.headers as Record<string, string>,
      body: new Uint8Array(request.body),
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await answer.body?.cancel()
    if (answer.ok) return "sent"
    if (answer.status === 404 || answer.status === 410) return "gone"
    console.error(toLogLine(`${new URL(endpoint).host} refused a push message: ${answer.status}`))
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
 * Creates the message about a notification. It contains no team, event or person, because other people may see the
 * screen. Messages about comments say where they are, but not who wrote them.
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
    body: t(
      subject.commented
        ? `notifications:push.commented.${subject.commented}`
        : "notifications:push.body",
    ),
    tag: id,
    path: localePath(getNotificationPath(kind, subject) ?? "/notifications", language),
  }
}

/** Sends the messages that are due. Returns the number of messages that reached at least one browser. */
export async function deliverPushMessages(): Promise<number> {
  const due = await leasePushMessages(db(), BATCH_SIZE)
  if (due.length === 0) return 0
  const keys = await getVapidKeys()
  const deliveries = await Promise.all(
    due.map(async (message) => {
      const payload = await createPayload(message)
      return { ...message, delivery: payload ? await sendPush(message, payload, keys) : "sent" }
    }),
  )
  const listIds = (delivery: Delivery) =>
    deliveries.filter((row) => row.delivery === delivery).map((row) => row.notification_id)
  const sent = new Set(listIds("sent"))
  // A message that reached one browser of a member is not repeated for a browser that failed.
  const unsent = new Set(listIds("failed").filter((id) => !sent.has(id)))
  const finished = due.map((row) => row.notification_id).filter((id) => !unsent.has(id))
  const dead = deliveries.filter((row) => row.delivery === "gone").map((row) => row.endpoint)
  await recordPushDelivery(db(), [...new Set(finished)], dead)
  return sent.size
}
