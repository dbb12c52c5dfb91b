import { afterEach, beforeEach, expect, test, vi } from "vitest"
import * as z from "zod/mini"
import en from "../../../public/locales/en/admin.json" with { type: "json" }
import { createTranslate, flatten } from "../../i18n/translate.ts"
import { invalidateKeys } from "../../islands/query.ts"
import { type CallResult, createFailure } from "../../shared/call.ts"
import { makeProblem, serve, watch } from "../account/fixtures.ts"
import { ok } from "../admin/fixtures.ts"
import {
  createDeliveries,
  type Deliveries,
  type Delivery,
  type DeliveryKind,
  getKindLabel,
} from "./deliveries.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const makeDelivery = (
  id: string,
  overrides: Partial<Pick<Delivery, "state" | "last_error">> = {},
): Delivery => ({
  id,
  channel: "mail",
  kind: "verify_email",
  state: "failed",
  user_id: null,
  display_name: null,
  address: "m…@example.org",
  title: null,
  tries: 10,
  last_error: "No such box",
  created_at: "2026-01-01T10:00:00.000Z",
  next_try_at: "2026-01-01T10:00:00.000Z",
  ...overrides,
})

const makeResponse = (deliveries: Delivery[], mail: Deliveries["mail"] = "smtp"): Deliveries => ({
  mail,
  telegram: false,
  counts: { mails_waiting: 0, mails_failed: 0, suggestions_waiting: 0, suggestions_failed: 0 },
  sends: deliveries,
})

/** Creates the store. Each request for the list returns the next of `lists`, and repeats the last one. */
async function startDeliveries(
  lists: CallResult<Deliveries>[],
  retryResult: CallResult<undefined> = ok(undefined),
) {
  invalidateKeys(() => true)
  const takeNext = () => (lists.length > 1 ? lists.shift() : lists[0]) ?? createFailure("internal")
  const respond = (result: CallResult<unknown>) =>
    result.ok ? Response.json(result.body ?? null) : makeProblem(result.failure.code, 503)
  const requests = serve({
    "GET /api/admin/sends": () => respond(takeNext()),
    "POST /api/admin/sends/retry": () => respond(retryResult),
    "POST /api/admin/sends/a/retry": () => respond(retryResult),
  })
  const store = createDeliveries()
  watch(store.$deliveries)
  await vi.waitFor(() => expect(store.$deliveries.get().status).not.toBe("loading"))
  const listPosts = () => requests.filter(({ method }) => method === "POST").map(({ path }) => path)
  return { ...store, listPosts }
}

const makeResponses = (...lists: Delivery[][]) =>
  lists.map((deliveries) => ok(makeResponse(deliveries)))

test("a retried email is polled until it is sent", async () => {
  const { retry, $retryingIds, listPosts } = await startDeliveries(
    makeResponses(
      [makeDelivery("a")],
      [makeDelivery("a", { state: "due" })],
      [makeDelivery("a", { state: "sending" })],
      [makeDelivery("a", { state: "sent", last_error: null })],
    ),
  )
  const retrying = retry("a")
  expect($retryingIds.get()).toEqual(["a"])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await retrying).toMatchObject({ body: { sent: 1, failed: 0, waiting: 0, reason: null } })
  expect($retryingIds.get()).toEqual([])
  expect(listPosts()).toEqual(["/api/admin/sends/a/retry"])
})

test("a second retry of an email sends no request while the first retry is running", async () => {
  const { retry, retryAll, listPosts } = await startDeliveries(
    makeResponses(
      [makeDelivery("a")],
      [makeDelivery("a", { state: "sending" })],
      [makeDelivery("a")],
    ),
  )
  const retrying = retry("a")
  expect(await retry("a")).toBeNull()
  expect(await retryAll()).toBeNull()
  await vi.advanceTimersByTimeAsync(1_000)
  await retrying
  expect(listPosts()).toEqual(["/api/admin/sends/a/retry"])
})

test("a retry of all deliveries counts the results and marks deliveries that failed again", async () => {
  const { retryAll, $failedAgainIds } = await startDeliveries(
    makeResponses(
      [
        makeDelivery("a", { state: "due" }),
        makeDelivery("b"),
        makeDelivery("c", { state: "waiting" }),
      ],
      [
        makeDelivery("a", { state: "sent" }),
        makeDelivery("b"),
        makeDelivery("c", { state: "waiting", last_error: "Busy" }),
      ],
    ),
  )
  expect(await retryAll()).toMatchObject({ body: { sent: 1, failed: 2, reason: "No such box" } })
  expect($failedAgainIds.get()).toEqual(["b", "c"])
})

test("an email is not retried without a mail server", async () => {
  const { retryAll, listPosts } = await startDeliveries([
    ok(makeResponse([makeDelivery("a")], "none")),
  ])
  expect(await retryAll()).toBeNull()
  expect(listPosts()).toEqual([])
})

test("polling stops after 40 seconds if the mail server is slow", async () => {
  const { retry, $retryingIds } = await startDeliveries(
    makeResponses([makeDelivery("a")], [makeDelivery("a", { state: "sending" })]),
  )
  const retrying = retry("a")
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await retrying).toMatchObject({ body: { waiting: 1 } })
  expect($retryingIds.get()).toEqual([])
})

test("after a failed retry the list is read again, and the old list stays if the read fails", async () => {
  const { retry, $deliveries, $retryingIds } = await startDeliveries(
    [...makeResponses([makeDelivery("a")], []), createFailure("unreachable")],
    createFailure("sending_unavailable"),
  )
  for (let attempt = 0; attempt < 2; attempt += 1) {
    expect(await retry("a")).toMatchObject({ failure: { code: "sending_unavailable" } })
    expect($deliveries.get()).toMatchObject({ data: { sends: [] } })
  }
  expect($retryingIds.get()).toEqual([])
})

test("a failed list can be reloaded", async () => {
  const { reload, $deliveries } = await startDeliveries([
    createFailure("sending_unavailable"),
    ok(makeResponse([])),
  ])
  expect($deliveries.get()).toMatchObject({ status: "failed" })
  reload()
  await vi.waitFor(() => expect($deliveries.get()).toMatchObject({ status: "ready" }))
})

const t = createTranslate("en", flatten("admin", en))

test.each([
  ["security_alert", "Alert for super admins: unusual activity"],
  ["suggestion", "Suggestion"],
] as const)("a delivery of the kind %s has the label %s", (kind, label) => {
  expect(getKindLabel(kind, t)).toBe(label)
})

test("an unknown kind, for example from a newer server, is labeled as an email", () => {
  const { data } = z.object({ kind: z.custom<DeliveryKind>() }).safeParse({ kind: "brand_new" })
  expect(data && getKindLabel(data.kind, t)).toBe(en.dashboard.sends.kinds.mail)
})
