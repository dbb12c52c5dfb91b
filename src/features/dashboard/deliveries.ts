/** Emails, and suggestions for the Telegram chat, that failed or wait to be sent. Super admins can retry them. */
import { atom } from "nanostores"
import * as z from "zod/mini"
import type { MailKind } from "../../../db/queries/mails.ts"
import type { Translate } from "../../i18n/keys.ts"
import { callOrThrow, createLoadable, createQuery } from "../../islands/query.ts"
import { type CallResult, call } from "../../shared/call.ts"

export type DeliveryKind = MailKind | "suggestion"

/** Returns the label of a kind. A kind that only a newer server has is labeled "Email". */
export function getKindLabel(kind: DeliveryKind, t: Translate): string {
  const key = `admin:dashboard.sends.kinds.${kind}` as const
  const label = t(key)
  return label === key ? t("admin:dashboard.sends.kinds.mail") : label
}

const delivery = z.object({
  id: z.string(),
  /** `failed`: no more retries. `waiting`: a retry is planned. `due`: next in line. `sending`: being sent now. */
  state: z.enum(["failed", "waiting", "due", "sending", "sent"]),
  tries: z.number(),
  last_error: z.nullable(z.string()),
  created_at: z.string(),
  next_try_at: z.string(),
  channel: z.enum(["mail", "telegram"]),
  kind: z.custom<DeliveryKind>((kind) => typeof kind === "string"),
  /** Null for a suggestion, and for an address without an account. */
  user_id: z.nullable(z.string()),
  display_name: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** Title of a suggestion. Null for an email. */
  title: z.nullable(z.string()),
})

const deliveriesResponse = z.object({
  /** How the server sends emails. `outbox` stores them in files, `none` sends nothing. */
  mail: z.enum(["smtp", "outbox", "none"]),
  /** Whether the server can send Telegram messages. */
  telegram: z.boolean(),
  counts: z.object({
    mails_waiting: z.number(),
    mails_failed: z.number(),
    suggestions_waiting: z.number(),
    suggestions_failed: z.number(),
  }),
  sends: z.array(delivery),
})

export type Delivery = z.infer<typeof delivery>
export type Deliveries = z.infer<typeof deliveriesResponse>

/**
 * Returns whether a retry is possible. This includes `due` deliveries, because the process that sends them may start
 * late.
 */
export const canRetry = (
  { state, channel }: Delivery,
  channels: Pick<Deliveries, "mail" | "telegram">,
): boolean =>
  (state === "failed" || state === "waiting" || state === "due") &&
  (channel === "mail" ? channels.mail !== "none" : channels.telegram)

const PATH = "/api/admin/sends"

const sendRetry = (path: string) => call(PATH + path, { method: "POST", payload: {} })

/** Numbers of retried deliveries by their result. */
export interface Outcome {
  sent: number
  failed: number
  /** Deliveries that were not finished when polling stopped. */
  waiting: number
  /** Error of the first failed delivery. */
  reason: string | null
}

const POLL_INTERVAL_MS = 1_000
/** Polling stops after this time, because a slow mail server may take minutes. */
const MAX_POLLING_MS = 40_000

const isUnfinished = ({ state }: Delivery) => state === "due" || state === "sending"
/** A delivery that waits for a retry has failed before. */
const hasFailed = ({ state }: Delivery) => state === "failed" || state === "waiting"

function countOutcome(deliveries: Delivery[]): Outcome {
  const failed = deliveries.filter(hasFailed)
  return {
    sent: deliveries.filter(({ state }) => state === "sent").length,
    failed: failed.length,
    waiting: deliveries.filter(isUnfinished).length,
    reason: failed.at(0)?.last_error ?? null,
  }
}

export function createDeliveries() {
  const $query = createQuery(PATH, deliveriesResponse)
  const $deliveries = createLoadable($query)
  const $retryingIds = atom<readonly string[]>([])
  /** Ids of deliveries whose last retry failed. */
  const $failedAgainIds = atom<readonly string[]>([])
  let isStopped = false

  /** Reads the list again. If this fails, the old list stays. */
  const refresh = () => callOrThrow(PATH, deliveriesResponse).then($query.mutate, () => {})

  function findDeliveries(ids: readonly string[]): Delivery[] {
    const state = $deliveries.get()
    return state.status === "ready" ? state.data.sends.filter(({ id }) => ids.includes(id)) : []
  }

  /** Polls until the deliveries are sent or have failed, at most for `MAX_POLLING_MS`. */
  async function waitForOutcome(ids: readonly string[]): Promise<Outcome> {
    const pollingEnd = Date.now() + MAX_POLLING_MS
    await refresh()
    while (findDeliveries(ids).some(isUnfinished) && Date.now() < pollingEnd && !isStopped) {
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
      await refresh()
    }
    const retriedDeliveries = findDeliveries(ids)
    const failedIds = retriedDeliveries.filter(hasFailed).map(({ id }) => id)
    $failedAgainIds.set([...$failedAgainIds.get().filter((id) => !ids.includes(id)), ...failedIds])
    return countOutcome(retriedDeliveries)
  }

  /** Resolves to null, without a request, if there is nothing to retry or if one of the retries is already running. */
  async function tryAgain(
    ids: readonly string[],
    send: () => Promise<CallResult<undefined>>,
  ): Promise<CallResult<Outcome> | null> {
    const retryingIds = $retryingIds.get()
    if (ids.length === 0 || ids.some((id) => retryingIds.includes(id))) return null
    $retryingIds.set([...retryingIds, ...ids])
    const result = await send()
    let outcome: CallResult<Outcome>
    if (result.ok) outcome = { ...result, body: await waitForOutcome(ids) }
    else {
      outcome = result
      // The server may have handled the request although its response was lost.
      await refresh()
    }
    $retryingIds.set($retryingIds.get().filter((id) => !ids.includes(id)))
    return outcome
  }

  return {
    $deliveries,
    $retryingIds,
    $failedAgainIds,
    reload: $query.invalidate,

    retry: (id: string) => tryAgain([id], () => sendRetry(`/${id}/retry`)),

    retryAll() {
      const state = $deliveries.get()
      if (state.status !== "ready") return Promise.resolve(null)
      const { data } = state
      const ids = data.sends.filter((delivery) => canRetry(delivery, data)).map(({ id }) => id)
      return tryAgain(ids, () => sendRetry("/retry"))
    },

    stop(): void {
      isStopped = true
    },
  }
}
