import { expect, test, vi } from "vitest"
import { failed } from "../../call.ts"
import { createRequestsStore, decisionsOn, type JoinRequest } from "./requests.ts"

const done = <Body>(body: Body) => ({ ok: true as const, headers: new Headers(), body })

const makeRequest = (id: string, changes: Partial<JoinRequest> = {}): JoinRequest => ({
  id,
  user_id: id,
  message: null,
  status: "pending",
  created_at: "2026-05-01T10:00:00.000Z",
  decided_at: null,
  display_name: id,
  avatar_url: null,
  ...changes,
})

test("what waits is approved or declined, what was declined is reopened", () => {
  expect(decisionsOn({ status: "pending" })).toEqual(["approved", "rejected"])
  expect(decisionsOn({ status: "rejected" })).toEqual(["pending"])
  expect(decisionsOn({ status: "approved" })).toEqual([])
})

test("a request stays in its row when it is decided", async () => {
  const store = createRequestsStore({
    fetchRequests: async () => done({ rows: [makeRequest("a"), makeRequest("b")] }),
    sendDecision: async () => done(undefined),
  })
  await store.load("kell")
  expect(await store.decide("kell", "a", "rejected")).toBeNull()
  expect(store.$requests.get()).toMatchObject({
    requests: [
      { id: "a", status: "rejected" },
      { id: "b", status: "pending" },
    ],
  })
})

test("what others wrote is gone with the owner, also where it was still on its way", async () => {
  const late = Promise.withResolvers<ReturnType<typeof done<{ rows: JoinRequest[] }>>>()
  const store = createRequestsStore({
    fetchRequests: () => late.promise,
    sendDecision: async () => done(undefined),
  })
  const loading = store.load("kell")
  store.forget()
  late.resolve(done({ rows: [makeRequest("a")] }))
  await loading
  expect(store.$requests.get()).toEqual({ status: "loading" })
})

test("where another tab was faster, what it did is shown", async () => {
  const fetchRequests = vi
    .fn()
    .mockResolvedValueOnce(done({ rows: [makeRequest("a")] }))
    .mockResolvedValueOnce(done({ rows: [makeRequest("a", { status: "approved" })] }))
  const store = createRequestsStore({
    fetchRequests,
    sendDecision: async () => failed("already_decided"),
  })
  await store.load("kell")
  expect(await store.decide("kell", "a", "rejected")).toMatchObject({ code: "already_decided" })
  expect(store.$requests.get()).toMatchObject({ requests: [{ status: "approved" }] })
})
