/** Tests that responses and queries do not depend on whether an email address has an account. */
import { describe, expect, test } from "vitest"
import { callSite, openBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser } from "../../support/factories.ts"
import { startMailbox } from "../../support/mailbox.ts"
import { password } from "../../support/people/sign-in.ts"
import { recordQueries } from "../../support/queries.ts"

const { db } = await openTestDatabase()
const mailbox = startMailbox()
const queries = recordQueries()
const member = await makeUser(db, { password })
const withoutPassword = await makeUser(db)

/** Sends a request from a new IP address. Returns the response, and the queries that the function sent before it. */
async function send(path: string, body: object) {
  const browser = openBrowser()
  queries.length = 0
  const { status, headers, text } = await browser.call(callSite, "POST", `/api/auth/${path}`, body)
  const statements = queries.flatMap((query) => query.match(/"query":"(\\.|[^"\\])*"/g))
  await browser.waitForTasks()
  return { status, headers: [...headers], text, statements }
}

describe.each([
  ["a request for a new password", "forgot-password", {}],
  ["a log-in with a wrong password", "sign-in", { password: "wrong-one" }],
])("%s", (_request, path, extra) => {
  test("known and unknown addresses get the same response after the same queries", async () => {
    const unknown = await send(path, { email: "nobody@daina.test", ...extra })
    expect(unknown.statements).not.toEqual([])
    for (const { email } of [member, withoutPassword]) {
      expect(await send(path, { email, ...extra })).toEqual(unknown)
    }
  })
})

test("the response to a request for a new password does not wait for the email", async () => {
  const browser = openBrowser()
  await mailbox.runWhileBusy(async () => {
    const body = { email: member.email }
    const { status } = await browser.call(callSite, "POST", "/api/auth/forgot-password", body)
    expect([status, mailbox.mails]).toEqual([204, []])
  })
  await browser.waitForTasks()
  expect(mailbox.getLastMailTo(member.email).text).toContain("#token=")
})
