import { atom } from "nanostores"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { createQuery } from "../../islands/query.ts"
import { type CallResult, call, createFailure } from "../../shared/call.ts"
import { showOutcome } from "../../ui/toast/show-outcome.ts"
import { pushSettings, type QuietHours, quietHours } from "./push-schema.ts"

const PATH = "/api/push"
const SUBSCRIPTION_PATH = `${PATH}/subscription`

export const $pushSettings = createQuery([PATH], pushSettings, { requiresLogin: true })

/**
 * Returns whether this browser can get push messages. "home-screen" means that the member must first add the site to
 * the home screen of the iPhone or iPad, and "denied" that the member does not allow notifications.
 */
export function getPushSupport(): "yes" | "no" | "home-screen" | "denied" {
  // Only Safari on iPhones and iPads has this property.
  const { standalone } = navigator as Navigator & { standalone?: boolean }
  if (!("PushManager" in window) || !("Notification" in window)) {
    return standalone === false ? "home-screen" : "no"
  }
  return Notification.permission === "denied" ? "denied" : "yes"
}

/**
 * The running action: turning push messages on or off ("switch"), sending a test message, or saving the quiet hours.
 * Until its end, clicks for other actions are ignored.
 */
export const $runningAction = atom<"switch" | "test" | "quiet" | null>(null)

/**
 * Runs an action unless another one runs, and shows a toast if it fails. `send` returns null if the member gave no
 * permission, which shows no toast.
 */
async function runAction(
  action: "switch" | "test" | "quiet",
  send: () => Promise<CallResult<unknown> | null>,
): Promise<boolean> {
  if ($runningAction.get()) return false
  $runningAction.set(action)
  const result = await send().finally(() => $runningAction.set(null))
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

/** Subscribes this browser with the server's key. Replaces a subscription with another key. */
async function getBrowserSubscription(key: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: key }
  try {
    return await pushManager.subscribe(options)
  } catch (error) {
    // The key of the old subscription differs, for example because the server's database was replaced.
    const oldSubscription = await pushManager.getSubscription()
    if (!oldSubscription) throw error
    await oldSubscription.unsubscribe()
    return pushManager.subscribe(options)
  }
}

/**
 * Turns push messages on. Must be called in a click handler, because browsers ask for permission only after a click.
 */
export const turnPushOn = () =>
  runAction("switch", async () => {
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
  runAction("switch", async () => {
    const result = await call(SUBSCRIPTION_PATH, { method: "DELETE" })
    if (!result.ok) return result
    setSubscribed(false)
    const registration = await navigator.serviceWorker.getRegistration()
    const subscription = await registration?.pushManager.getSubscription()
    await subscription?.unsubscribe()
    return result
  })

export const sendPushTest = () =>
  runAction("test", async () => {
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
  runAction("quiet", async () => {
    const result = await call(`${PATH}/quiet-hours`, { method: "PUT", payload, read: quietHours })
    const { data } = $pushSettings.get()
    if (result.ok && data) $pushSettings.mutate({ ...data, quiet_hours: result.body })
    return result
  })
