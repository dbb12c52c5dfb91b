import { atom } from "nanostores"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { createQuery } from "../../islands/query.ts"
import { type CallResult, call, createFailure } from "../../shared/call.ts"
import { showOutcome } from "../../ui/toast/show-outcome.ts"
import { pushSettings, type QuietHours, quietHours } from "./push-schema.ts"

const PATH = "/api/push"
const SUBSCRIPTION_PATH = `${PATH}/subscription`

export const $pushSettings = createQuery([PATH], pushSettings, { isForMembers: true })

/** iPhones and iPads need the site on the home screen first. */
export function getPushSupport(): "yes" | "no" | "home-screen" | "denied" {
  // Only Safari on iPhones and iPads has this property.
  const { standalone } = navigator as Navigator & { standalone?: boolean }
  if (!("PushManager" in window) || !("Notification" in window)) {
    return standalone === false ? "home-screen" : "no"
  }
  return Notification.permission === "denied" ? "denied" : "yes"
}

/** Other clicks are ignored while an action runs. */
export const $runningPush = atom<"switch" | "test" | "quiet" | null>(null)

async function run(
  action: "switch" | "test" | "quiet",
  send: () => Promise<CallResult<unknown> | null>,
): Promise<boolean> {
  if ($runningPush.get()) return false
  $runningPush.set(action)
  const result = await send().finally(() => $runningPush.set(null))
  if (result && !result.ok) {
    showOutcome(
      result,
      { title: pageTranslate()("notifications:push.failed") },
      "notifications:push.failed",
    )
  }
  return result?.ok ?? false
}

const setSubscribed = (isSubscribed: boolean) => {
  const { data } = $pushSettings.get()
  if (data) $pushSettings.mutate({ ...data, is_subscribed: isSubscribed })
}

/** The subscription belongs to the current key of the server. */
async function getBrowserSubscription(key: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: key }
  try {
    return await pushManager.subscribe(options)
  } catch (error) {
    // This subscription has another key, for example from before the database was replaced.
    const old = await pushManager.getSubscription()
    if (!old) throw error
    await old.unsubscribe()
    return pushManager.subscribe(options)
  }
}

/** Call this in a click handler, because the browser asks for permission. */
export const turnPushOn = () =>
  run("switch", async () => {
    const key = $pushSettings.get().data?.public_key
    if (!key || (await Notification.requestPermission()) !== "granted") return null
    const subscription = await getBrowserSubscription(key).catch(() => null)
    if (!subscription) return createFailure("push_failed")
    const { endpoint, keys } = subscription.toJSON()
    const payload = { endpoint, keys, language: pageLocale() }
    const result = await call(SUBSCRIPTION_PATH, { method: "PUT", payload })
    if (result.ok) setSubscribed(true)
    return result
  })

export const turnPushOff = () =>
  run("switch", async () => {
    const result = await call(SUBSCRIPTION_PATH, { method: "DELETE" })
    if (!result.ok) return result
    setSubscribed(false)
    const registration = await navigator.serviceWorker.getRegistration()
    await (await registration?.pushManager.getSubscription())?.unsubscribe()
    return result
  })

export const sendPushTest = () =>
  run("test", async () => {
    const result = await call(`${PATH}/test`, { method: "POST", payload: {} })
    const t = pageTranslate()
    if (!result.ok) {
      if (result.failure.code === "push_not_subscribed") setSubscribed(false)
      return result
    }
    showOutcome(
      result,
      { title: t("notifications:push.test.sent"), text: t("notifications:push.test.sentText") },
      "notifications:push.failed",
    )
    return result
  })

export const saveQuietHours = (payload: QuietHours) =>
  run("quiet", async () => {
    const result = await call(`${PATH}/quiet-hours`, { method: "PUT", payload, read: quietHours })
    const { data } = $pushSettings.get()
    if (result.ok && data) $pushSettings.mutate({ ...data, quiet_hours: result.body })
    return result
  })
