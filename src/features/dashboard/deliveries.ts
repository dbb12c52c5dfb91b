import { atom } from "nanostores"
import * as z from "zod/mini"
import type { MailKind } from "../../../db/queries/mails.ts"
import type { Translate } from "../../i18n/keys.ts"
import { callOrThrow, createLoadable, createQuery } from "../../islands/query.ts"
import { type CallResult, call } from "../../shared/call.ts"

export type DeliveryKind = MailKind | "suggestion"

/** A kind that only a newer server knows has the label "Email". */
export function getKindLabel(kind: DeliveryKind, t: Translate): string {
  const key = `admin:dashboard.sends.kinds.${kind}` as const
  const label = t(key)
  return label === key ? t("admin:dashboard.sends.kinds.mail") : label
}

const delivery = z.object({
  id: z.string(),
  /** `failed`: no more retries. `waiting`: a retry is planned. `due`: next in line. `sending`: leased by a sender. */
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
  title: z.nullable(z.string()),
})

const deliveriesResponse = z.object({
  mail: z.enum(["smtp", "outbox", "none"]),
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

/** A `due` delivery can be retried, because the next sender may start late. */
export const canRetry = (
  { state, channel }: Delivery,
  channels: Pick<Deliveries, "mail" | "telegram">,
): boolean =>
  (state === "failed" || state === "waiting" || state === "due") &&
  (channel === "mail" ? channels.mail !== "none" : channels.telegram)

const PATH = "/api/admin/sends"

const request = (path: string) => call(PATH + path, { method: "POST", payload: {} })

/** `waiting` counts deliveries that were not finished when polling stopped. */
export interface Outcome {
  sent: number
  failed: number
  waiting: number
  reason: string | null
}

const POLL_MS = 1_000
/** Milliseconds until polling stops. A slow mail server may take minutes. */
const WAIT_MS = 40_000

const isUnfinished = ({ state }: Delivery) => state === "due" || state === "sending"
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
  const $failedAgainIds = atom<readonly string[]>([])
  let isStopped = false

  const read = () => callOrThrow(PATH, deliveriesResponse).then($query.mutate, () => {})

  function findDeliveries(ids: readonly string[]): Delivery[] {
    const state = $deliveries.get()
    return state.status === "ready" ? state.data.sends.filter(({ id }) => ids.includes(id)) : []
  }

  async function waitForOutcome(ids: readonly string[]): Promise<Outcome> {
    const until = Date.now() + WAIT_MS
    await read()
    while (findDeliveries(ids).some(isUnfinished) && Date.now() < until && !isStopped) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      await read()
    }
    const retriedDeliveries = findDeliveries(ids)
    const failedIds = retriedDeliveries.filter(hasFailed).map(({ id }) => id)
    $failedAgainIds.set([...$failedAgainIds.get().filter((id) => !ids.includes(id)), ...failedIds])
    return countOutcome(retriedDeliveries)
  }

  /** Resolves when the retries are done. Returns null if one of them is already running. */
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
      // The server may have received the failed request.
      await read()
    }
    $retryingIds.set($retryingIds.get().filter((id) => !ids.includes(id)))
    return outcome
  }

  return {
    $deliveries,
    $retryingIds,
    $failedAgainIds,
    reload: $query.invalidate,

    retry: (id: string) => tryAgain([id], () => request(`/${id}/retry`)),

    retryAll() {
      const state = $deliveries.get()
      if (state.status !== "ready") return Promise.resolve(null)
      const { data } = state
      const ids = data.sends.filter((delivery) => canRetry(delivery, data)).map(({ id }) => id)
      return tryAgain(ids, () => request("/retry"))
    },

    stop(): void {
      isStopped = true
    },
  }
}
