/** Tests web push messages to the browsers of members. A fake of fetch() records the requests to the push service. */
import { createECDH, randomBytes, randomUUID } from "node:crypto"
import { beforeEach, describe, expect, test, vi } from "vitest"
import { deliverPushMessages } from "../../../netlify/lib/push/deliver.ts"
import type { PushPayload } from "../../../src/features/notifications/push-schema.ts"
import { getStatusAndCode } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { storeProfile } from "../../support/factories.ts"
import { makeMember } from "../../support/people/members.ts"
import { makePost, makeTeam } from "../../support/people/teams.ts"

// Tests decrypt messages with http_ece, because web-push cannot. The cast is needed, because http_ece has no types.
const { decrypt } = await import("http_ece" as string)

const { db, clear } = await openTestDatabase()

/** Creates the keys with which a browser decrypts messages. The browser sends `publicKeys` in its subscription. */
function makeBrowserKeys() {
  const curve = createECDH("prime256v1")
  const auth = randomBytes(16)
  return {
    curve,
    auth,
    publicKeys: { p256dh: curve.generateKeys("base64url"), auth: auth.toString("base64url") },
  }
}

let sentMessages: { endpoint: string; body: Uint8Array; headers: Headers }[] = []
/** Statuses of the push service's next responses. All later responses have status 201. */
let nextStatuses: number[] = []

type Member = Awaited<ReturnType<typeof makeMember>>
let member: Member
let keys: ReturnType<typeof makeBrowserKeys>

const subscribe = (to = member, endpoint = `https://fcm.googleapis.com/fcm/send/${to.id}`) =>
  to.browser.send("PUT", "/api/push/subscription", {
    endpoint,
    keys: keys.publicKeys,
    language: "lv",
  })

/** Creates a notification that the member's team was deleted. */
const notify = (to = member) =>
  db.one`select notify('team_deleted', null, '{}', array[${to.id}]::uuid[], '{}', '{"is_gone": true}')`

const readMessage = (index: number): PushPayload => {
  const body = decrypt(sentMessages[index]?.body, {
    version: "aes128gcm",
    privateKey: keys.curve,
    authSecret: keys.auth,
  })
  return JSON.parse(body.toString())
}

beforeEach(async () => {
  sentMessages = []
  nextStatuses = []
  keys = makeBrowserKeys()
  const realFetch = globalThis.fetch
  vi.spyOn(console, "error").mockImplementation(() => {})
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const url = String(input)
    if (!url.startsWith("https://fcm.googleapis.com/")) return realFetch(input, init)
    const { body, headers } = init ?? {}
    sentMessages.push({
      endpoint: url,
      body: Buffer.from(body as Uint8Array),
      headers: new Headers(headers),
    })
    return new Response(null, { status: nextStatuses.shift() ?? 201 })
  })
  await clear("notifications", "push_subscriptions")
  member = await makeMember(db)
  // Quiet hours that end when they start are off.
  await member.browser.send("PUT", "/api/push/quiet-hours", {
    starts_at: "00:00",
    ends_at: "00:00",
  })
  await db.one`
    insert into notification_preferences (user_id, topic, push) values (${member.id}, 'team_role', true)`
  return () => vi.restoreAllMocks()
})

test("a message is in the browser's language, and is sent once", async () => {
  expect((await subscribe()).status).toBe(204)
  await notify()
  expect(await deliverPushMessages()).toBe(1)
  expect(readMessage(0)).toMatchObject({
    title: expect.stringMatching(/komand/i),
    path: "/lv/teams",
  })
  expect(sentMessages[0]?.headers.get("authorization")).toMatch(/^vapid t=/)
  expect([await deliverPushMessages(), sentMessages.length]).toEqual([0, 1])
})

test("a message about a mention leaves out the names of the author and the content", async () => {
  await storeProfile(db, member.id, { display_name: "Zane" })
  const author = await makeMember(db, { displayName: "Zelma" })
  const team = await makeTeam(db, { [author.id]: "owner" }, { name: "Aurora" })
  const post = await makePost(db, team.id, author.id, { title: "We won" })
  await db.one`
    insert into notification_preferences (user_id, topic, push) values (${member.id}, 'mention', true)`
  await subscribe()
  await author.browser.send("POST", `/api/comments/${post.id}`, {
    id: randomUUID(),
    body: `Hi @[${member.id}]`,
  })
  await deliverPushMessages()
  const message = readMessage(0)
  expect(message.body).toBe("Komentāros pie komandas ieraksta.")
  expect(JSON.stringify(message)).not.toMatch(/Zelma|Aurora|We won/)
})

test("no message is sent without a subscription, for a topic that is off, or for a read notification", async () => {
  await notify()
  await subscribe()
  await db.one`update notification_preferences set push = false where user_id = ${member.id}`
  await notify()
  await db.one`update notification_preferences set push = true where user_id = ${member.id}`
  await notify()
  await db.many`update notifications set read_at = now()`
  expect([await deliverPushMessages(), sentMessages.length]).toEqual([0, 0])
})

test("marking a notification as unread, or opening some of its posts, sends no message again", async () => {
  const owner = await makeMember(db, { displayName: "Owner" })
  const team = await makeTeam(db, { [owner.id]: "owner" })
  await db.one`insert into follows (user_id, team_id) values (${member.id}, ${team.id})`
  await db.one`
    insert into notification_preferences (user_id, topic, push) values (${member.id}, 'team_post', true)`
  await subscribe()
  const post = await makePost(db, team.id, owner.id)
  await makePost(db, team.id, owner.id)
  expect(await deliverPushMessages()).toBe(1)
  const mark = (is_read: boolean) =>
    member.browser.send("PUT", "/api/notifications/read", {
      is_read,
      until: new Date().toISOString(),
    })
  await mark(true)
  expect((await mark(false)).json).toMatchObject({ unread: 1 })
  const body = { part: "content", ids: [post.id] }
  expect((await member.browser.send("PUT", "/api/notifications/opened", body)).json).toEqual({
    unread: 1,
  })
  expect(await deliverPushMessages()).toBe(0)
  await makePost(db, team.id, owner.id)
  expect(await deliverPushMessages(), "after another post").toBe(1)
})

test("concurrent workers send a message once", async () => {
  await subscribe()
  await notify()
  await Promise.all([1, 2, 3].map(() => deliverPushMessages()))
  expect(sentMessages).toHaveLength(1)
})

test.each([404, 410])(
  "the subscription of an endpoint that responds with %i is deleted",
  async (status) => {
    await subscribe()
    await notify()
    nextStatuses.push(status)
    expect(await deliverPushMessages()).toBe(0)
    expect((await member.browser.get("/api/push")).json).toMatchObject({ is_subscribed: false })
    await notify()
    await deliverPushMessages()
    expect(sentMessages).toHaveLength(1)
  },
)

test("a refused message is sent again later", async () => {
  await subscribe()
  await notify()
  nextStatuses.push(503)
  expect([await deliverPushMessages(), await deliverPushMessages()]).toEqual([0, 0])
  await db.many`update push_messages set due_at = now()`
  expect(await deliverPushMessages()).toBe(1)
})

test("during quiet hours, a message is not sent until their end", async () => {
  await subscribe()
  await db.one`
    update push_quiet_hours
    set starts_at = local_time - interval '1 hour', ends_at = local_time + interval '2 hours'
    from (select (now() at time zone 'Europe/Riga')::time as local_time) clock`
  await notify()
  expect(await deliverPushMessages()).toBe(0)
  const [message] = await db.many<{ hours: number }>`
    select round(extract(epoch from due_at - now()) / 3600)::integer as hours from push_messages`
  expect(message?.hours).toBe(2)
})

test("a browser gets no messages after a log-out", async () => {
  await subscribe()
  await member.browser.send("POST", "/api/auth/sign-out", {})
  await notify()
  expect([await deliverPushMessages(), sentMessages.length]).toEqual([0, 0])
})

test("the endpoint of a browser belongs to the member who subscribed last", async () => {
  const other = await makeMember(db)
  await subscribe(member, "https://fcm.googleapis.com/fcm/send/shared")
  await subscribe(other, "https://fcm.googleapis.com/fcm/send/shared")
  await notify()
  expect([await deliverPushMessages(), sentMessages.length]).toEqual([0, 0])
})

describe("requests", () => {
  test.each([
    "http://fcm.googleapis.com/x",
    "https://127.0.0.1/x",
    "https://fcm.googleapis.com.example.org/x",
    "https://fcm.googleapis.com:8080/x",
    "no address",
  ])("the endpoint %s is refused", async (endpoint) => {
    expect(getStatusAndCode(await subscribe(member, endpoint))).toEqual([422, "invalid"])
  })

  test("a test message requires a subscription, and fails when the push service refuses it", async () => {
    const sendTest = () => member.browser.send("POST", "/api/push/test", {})
    expect(getStatusAndCode(await sendTest())).toEqual([409, "push_not_subscribed"])
    await subscribe()
    expect((await sendTest()).status).toBe(204)
    expect(readMessage(0).tag).toBe("test")
    nextStatuses.push(500, 410)
    expect(getStatusAndCode(await sendTest())).toEqual([502, "push_failed"])
    expect(getStatusAndCode(await sendTest())).toEqual([409, "push_not_subscribed"])
  })

  test("members get the same public key and their own quiet hours, but no keys of subscriptions", async () => {
    await subscribe()
    const other = await makeMember(db)
    const [ownResponse, otherResponse] = [
      await member.browser.get("/api/push"),
      await other.browser.get("/api/push"),
    ]
    expect(ownResponse.json).toEqual({
      public_key: otherResponse.json["public_key"],
      is_subscribed: true,
      quiet_hours: { starts_at: "00:00", ends_at: "00:00" },
    })
    expect(otherResponse.json).toMatchObject({
      is_subscribed: false,
      quiet_hours: { starts_at: "22:00", ends_at: "08:00" },
    })
  })
})
