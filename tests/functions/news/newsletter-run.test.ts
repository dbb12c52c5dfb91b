/** Runs scripts/newsletter.ts, which sends the newsletter issue in a file. Some tests kill the run at different times. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { text as readText } from "node:stream/consumers"
import { setTimeout as sleep } from "node:timers/promises"
import { beforeEach, describe, expect, test } from "vitest"
import { parseIssueFile } from "../../../netlify/lib/newsletter/issue-file.ts"
import { makePlainEnvironment } from "../../host/support/started-host.ts"
import { makeTemporaryFolder } from "../../host/support/temporary-folder.ts"
import { openBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser } from "../../support/factories.ts"
import { listSubscriptions, makeSubscriber } from "../../support/people/newsletter.ts"
import { createRefusal, startMailServer } from "../../support/servers/mail-server.ts"

const { db, ownerUrl, appUrl, clear } = await openTestDatabase()
const server = startMailServer()
const SITE_URL = "https://daina.test"

const ISSUE_FILE = `---
issue: 2026-09
subject.en: Autumn opens
subject.lv: Rudens sākas
---
## en

Hello, see the [calendar](/calendar) and **dance**.

## lv

Sveiki, **dejojiet**!
`

beforeEach(() => clear("newsletter_issues", "subscriptions", "users"))

/** Starts a run. `ended` resolves to the exit code (null if the run was killed) and the output of the run. */
async function startRun(args: string[] = [], text = ISSUE_FILE, environment = {}) {
  const path = join(await makeTemporaryFolder(), "issue.md")
  await writeFile(path, text)
  const databases = { DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl }
  const env = {
    ...makePlainEnvironment(),
    ...databases,
    SITE_URL,
    SMTP_URL: server.url(),
    ...environment,
  }
  const command = ["scripts/newsletter.ts", path, "--per-minute=60000", ...args]
  const child = spawn(process.execPath, command, { env, stdio: ["ignore", "pipe", "pipe"] })
  const output = Promise.all([readText(child.stdout), readText(child.stderr)])
  const ended = once(child, "close").then(async () => {
    return { code: child.exitCode, output: (await output).join("").trim() }
  })
  return { process: child, ended }
}
type Run = Awaited<ReturnType<typeof startRun>>

const runToEnd = async (...args: Parameters<typeof startRun>) => (await startRun(...args)).ended
const matchExit = (code: number, words: string) => ({
  code,
  output: expect.stringContaining(words),
})
const SUCCESS = { code: 0 }

/** Creates subscribers. Returns their email addresses in alphabetical order. */
async function makeReaders(count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, (_, index) => `reader-${index}@daina.test`)
  for (const email of emails) await makeSubscriber(db, email)
  return emails.sort()
}

/** Returns a function that runs `work` at its call number `count`, and does nothing at other calls. */
function runAtCall(count: number, work: () => Promise<void> | void) {
  let calls = 0
  return async () => {
    calls += 1
    if (calls === count) await work()
  }
}

test("each confirmed subscriber, and each consenting member with a confirmed email address, gets one email", async () => {
  await makeSubscriber(db, "lv@daina.test", { language: "lv" })
  await makeSubscriber(db, "ru@daina.test", { language: "ru" })
  await makeSubscriber(db, "pending@daina.test", { confirmed: false })
  await makeSubscriber(db, "shop@daina.test", { list: "shop" })
  await makeUser(db, { email: "member@daina.test" })
  await makeUser(db, { email: "unverified@daina.test", isConfirmed: false })
  await makeUser(db, { email: "LV@daina.test", language: "et" })
  await db.one`update users set marketing_consent_at = now()`
  await makeUser(db, { email: "silent@daina.test" })

  expect(await runToEnd()).toMatchObject(SUCCESS)
  expect(server.listRecipients()).toEqual(["lv@daina.test", "member@daina.test", "ru@daina.test"])
  const findEmailTo = (address: string) =>
    server.accepted.find((mail) => mail.to?.[0]?.address === address)
  expect(findEmailTo("lv@daina.test")).toMatchObject({ subject: "Rudens sākas" })
  expect(findEmailTo("lv@daina.test")?.html).toContain("<strong>dejojiet</strong>")
  const subjectInRussian = findEmailTo("ru@daina.test")?.subject
  expect(subjectInRussian, "English, because the file has no Russian").toBe("Autumn opens")
  expect(findEmailTo("ru@daina.test")?.text).toContain(
    `${SITE_URL}/ru/newsletter/unsubscribe#token=`,
  )

  server.accepted.splice(0)
  await runToEnd([], ISSUE_FILE.replace("issue:", "list: shop\nissue:"))
  expect(server.listRecipients(), "subscribers of the shop's list").toEqual(["shop@daina.test"])
})

const getHeader = (key: string) =>
  server.accepted[0]?.headers.find((header) => header.key === key)?.value ?? ""
const getUnsubscribeUrl = () => {
  const [, address = ""] = /^<(.*)>$/.exec(getHeader("list-unsubscribe")) ?? []
  return new URL(address)
}

test("an email has a text and an HTML part, absolute links and one-click unsubscribe headers", async () => {
  await makeReaders(1)
  await runToEnd()
  const [mail] = server.accepted
  expect(mail?.html).toContain(`href="${SITE_URL}/calendar"`)
  expect(mail?.text).toContain(`see the calendar (${SITE_URL}/calendar)`)
  expect(getHeader("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click")
  expect(getHeader("auto-submitted")).toBe("auto-generated")
  expect(getHeader("list-id")).toContain("<newsletter.daina.test>")
  const { origin, searchParams } = getUnsubscribeUrl()
  expect(origin).toBe(SITE_URL)
  const token = searchParams.get("token")
  for (const content of [mail?.text, mail?.html]) {
    expect(content).toContain(`${SITE_URL}/newsletter/unsubscribe#token=${token}`)
  }
})

test("the records of an issue contain neither addresses nor tokens of unsubscribe links", async () => {
  await makeReaders(1)
  await runToEnd()
  const rows = await db.many<{ row: string }>`
    select l::text as row from newsletter_emails l union all select i::text from newsletter_issues i`
  const stored = rows.map(({ row }) => row).join()
  const token = getUnsubscribeUrl().searchParams.get("token")
  expect(token).toMatch(/./)
  for (const secret of [token, "reader-0@daina.test"]) expect(stored).not.toContain(secret)
})

test("the one-click unsubscribe URL of an email ends the subscription", async () => {
  await makeReaders(1)
  await runToEnd()
  const { pathname, search } = getUnsubscribeUrl()
  const form = new TextEncoder().encode("List-Unsubscribe=One-Click")
  const contentType = "application/x-www-form-urlencoded"
  const headers = { origin: "", "sec-fetch-site": "", "content-type": contentType }
  await openBrowser().send("POST", pathname + search, form, headers)
  expect(await listSubscriptions(db, "reader-0@daina.test")).toEqual([])
})

describe("repeated runs", () => {
  test("a finished issue that is started again sends no further emails", async () => {
    const readers = await makeReaders(3)
    expect(await runToEnd()).toEqual(matchExit(0, "The issue is finished.\n3 emails sent so far."))
    await makeSubscriber(db, "new@daina.test")
    for (const args of [[], ["--changed"]]) {
      const secondRun = await runToEnd(args, ISSUE_FILE.replace("Hello", "Hi"))
      expect(secondRun).toEqual(matchExit(0, "Nothing was sent"))
    }
    expect(server.listRecipients()).toEqual(readers)
  })

  test("a run that is killed halfway and started again sends each email once", async () => {
    const readers = await makeReaders(12)
    const first = await startRun()
    server.onAddress = runAtCall(6, () => void first.process.kill("SIGKILL"))
    expect((await first.ended).code).toBeNull()
    expect(server.accepted).toHaveLength(5)
    const second = await runToEnd()
    expect(second).toEqual(matchExit(0, "12 emails sent so far."))
    expect(second.output).not.toContain("uncertain")
    expect(server.listRecipients()).toEqual(readers)
  })

  test("an email that the mail server receives while the run is killed is not sent again", async () => {
    const readers = await makeReaders(8)
    const first = await startRun()
    server.onContent = runAtCall(4, async () => {
      first.process.kill("SIGKILL")
      await first.ended
    })
    await first.ended
    expect((await runToEnd()).output).toContain("7 emails sent so far.\n1 uncertain")
    expect(server.listRecipients()).toEqual(readers)
  })

  test("runs that are killed repeatedly send no email twice", async () => {
    const readers = await makeReaders(15)
    let code: number | null = null
    for (let round = 0; code === null; round += 1) {
      expect(round).toBeLessThan(40)
      const currentRun = await startRun()
      const countAtKill = server.accepted.length + 4
      const timer = setInterval(() => {
        if (server.accepted.length >= countAtKill) currentRun.process.kill("SIGKILL")
      }, 3)
      code = (await currentRun.ended).code
      clearInterval(timer)
    }
    const recipients = server.listRecipients()
    expect(new Set(recipients).size, "no subscriber gets two emails").toBe(recipients.length)
    const uncertainCount = await db.value<number>`
      select count(*) from newsletter_emails where handed_over_at is not null and sent_at is null`
    // Emails that may have been lost at the kill are reported as uncertain.
    expect(recipients.length).toBeGreaterThanOrEqual(readers.length - (uncertainCount ?? 0))
  })

  test("when a second run starts, the first run ends and the second run continues its work", async () => {
    const readers = await makeReaders(10)
    const first = await startRun()
    let second: Run | undefined
    server.onAddress = runAtCall(3, async () => {
      second = await startRun()
      const countEmails = async () => (await db.many`select from newsletter_emails`).length
      const before = await countEmails()
      server.onAddress = () => {}
      while ((await countEmails()) === before) await sleep(5)
    })
    expect(await first.ended).toEqual(matchExit(1, "another run sends this issue"))
    expect(await second?.ended).toMatchObject(SUCCESS)
    expect(server.listRecipients()).toEqual(readers)
  })
})

describe("when the mail server refuses", () => {
  test("a permanent refusal is stored without the address, and does not end the run", async () => {
    const [refused = "", ...otherReaders] = await makeReaders(4)
    server.onAddress = (address) => {
      if (address === refused) throw createRefusal(550, `No such user ${address}`)
    }
    const ended = await runToEnd()
    expect(ended).toEqual(matchExit(0, "1 permanently refused"))
    expect(ended.output).not.toContain(refused)
    expect(server.listRecipients()).toEqual(otherReaders)
    const reason = db.value`select last_error from newsletter_emails where refused_at is not null`
    expect(await reason).toContain("No such user …")
  })

  test("an address that the mail server refuses temporarily is retried by the next run", async () => {
    const readers = await makeReaders(4)
    const refuseOne = (address: string) => {
      if (address === "reader-1@daina.test") throw createRefusal(450, "Later")
    }
    server.onAddress = refuseOne
    expect(await runToEnd()).toEqual(matchExit(1, "Run this again"))
    server.onAddress = () => {}
    server.onContent = refuseOne
    expect(await runToEnd()).toMatchObject({ code: 1 })
    server.onContent = () => {}
    expect(await runToEnd()).toMatchObject(SUCCESS)
    expect(server.listRecipients()).toEqual(readers)
  })

  test("a run ends after three failures when the mail server refuses all connections", async () => {
    const readers = await makeReaders(9)
    const failed = await runToEnd([], ISSUE_FILE, { SMTP_URL: "smtp://127.0.0.1:9" })
    expect(failed.code).toBe(1)
    expect(failed.output.match(/could not be sent/g)).toHaveLength(3)
    expect(await runToEnd()).toMatchObject(SUCCESS)
    expect(server.listRecipients()).toEqual(readers)
  })
})

test("a subscriber who unsubscribes during the run gets no email", async () => {
  await makeReaders(5)
  server.onAddress = runAtCall(1, async () => void (await db.one`delete from subscriptions`))
  expect(await runToEnd()).toMatchObject(SUCCESS)
  expect(server.accepted).toHaveLength(1)
})

test("Ctrl-C ends the run after the current email", async () => {
  await makeReaders(6)
  const first = await startRun()
  server.onAddress = runAtCall(2, () => void first.process.kill("SIGINT"))
  expect(await first.ended).toEqual(matchExit(1, "Stopped."))
  expect(server.accepted).toHaveLength(2)
  expect(await runToEnd()).toMatchObject(SUCCESS)
  expect(server.accepted).toHaveLength(6)
})

test("with --per-minute=150, a run pauses 400 ms between emails", async () => {
  await makeReaders(3)
  const times: number[] = []
  server.onAddress = () => void times.push(performance.now())
  await runToEnd(["--per-minute=150"])
  expect((times[2] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(700)
})

describe("checks before sending", () => {
  test("--dry-run prints the number of emails per language, without sending or storing an issue", async () => {
    await makeReaders(2)
    await makeSubscriber(db, "lv@daina.test", { language: "lv" })
    await makeSubscriber(db, "et@daina.test", { language: "et" })
    const output = `2026-09, newsletter: 4 emails to send.
  en 2  Autumn opens
  et 1  Autumn opens (in English)
  lv 1  Rudens sākas`
    expect(await runToEnd(["--dry-run"])).toEqual({ code: 0, output })
    expect(server.accepted).toEqual([])
    expect(await db.many`select from newsletter_issues`).toEqual([])
  })

  test("an unfinished issue whose text has changed continues only with --changed", async () => {
    const readers = await makeReaders(4)
    const first = await startRun()
    server.onAddress = runAtCall(2, () => void first.process.kill("SIGKILL"))
    await first.ended
    const changed = ISSUE_FILE.replace("Hello", "Hi")
    expect(await runToEnd([], changed)).toEqual(matchExit(1, "another text"))
    expect(server.accepted).toHaveLength(1)
    expect(await runToEnd(["--changed"], changed)).toMatchObject(SUCCESS)
    expect(server.listRecipients()).toEqual(readers)
  })

  test("a run without front matter or SMTP_URL is refused before it sends anything", async () => {
    await makeReaders(1)
    expect(await runToEnd([], "Hello")).toEqual(matchExit(1, "front matter"))
    expect(await runToEnd([], ISSUE_FILE, { SMTP_URL: "" })).toEqual(
      matchExit(1, "SMTP_URL is not set"),
    )
    expect(server.accepted).toEqual([])
    expect(await db.many`select from newsletter_emails`).toEqual([])
  })

  const fileWithoutEnglish = ISSUE_FILE.replace("## en", "## et").replace(
    "subject.en",
    "subject.et",
  )
  test.each([
    ["no English", fileWithoutEnglish, '"## en" is missing'],
    ["no subject", ISSUE_FILE.replace(/subject.lv.*\n/, ""), "no subject.lv"],
    ["no section", ISSUE_FILE.replace(/## lv.*/s, ""), 'no section "## lv"'],
    ["no name", ISSUE_FILE.replace("2026-09", "Autumn 2026"), "needs a name"],
    [
      "another list",
      ISSUE_FILE.replace("issue:", "list: everybody\nissue:"),
      'no list "everybody"',
    ],
    ["an unknown line", ISSUE_FILE.replace("issue:", "author: me\nissue:"), "author: me"],
    [
      "text before the sections",
      ISSUE_FILE.replace("## en", "Hi\n\n## en"),
      "before the first language",
    ],
  ])("a file with %s is refused", (_name, text, reason) => {
    expect(() => parseIssueFile(text)).toThrow(reason)
  })
})
