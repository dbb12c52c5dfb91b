import { describe, expect, test } from "vitest"
import { mailLine } from "../../netlify/host/greeting.ts"
import { isOutboxShown } from "../../netlify/host/outbox/outbox.ts"
import { readSettings } from "../../netlify/host/settings.ts"

const read = (env: Record<string, string>) => readSettings(env, "/daina")
const SMTP_URL = "smtp://daina:top-secret@mail.example.org:587"

test.each([
  [{ PORT: "http" }, /^PORT/],
  [{ SITE_URL: "daina.example" }, /^SITE_URL/],
  [{ DATABASE_URL: "mysql://x" }, /^DATABASE_URL/],
  [{ DATABASE_URL: "postgres://daina_app@db/daina" }, /AUTH_DATABASE_URL is not.*daina_auth/],
])("%j is refused by its name", (env, refusal) => {
  expect(() => read(env)).toThrow(refusal)
})

describe("mail", () => {
  test("a mail server and a sender are taken as they are", () => {
    for (const smtpUrl of [SMTP_URL, "smtps://mail.example.org", "smtp://[::1]:2525"]) {
      expect(read({ SMTP_URL: smtpUrl }).smtpUrl).toBe(smtpUrl)
    }
    for (const sender of ["hello@example.org", "Daina <hello@example.org>"]) {
      expect(read({ MAIL_FROM: sender }).mailFrom).toBe(sender)
    }
  })

  test.each(["mail.example.org", "mail.example.org:587", "https://mail.example.org", "smtp:", "x"])(
    "SMTP_URL=%s is no mail server; it may hold a password, so it is not repeated",
    (value) => {
      expect(() => read({ SMTP_URL: value })).toThrow(/^SMTP_URL is no mail server.*smtp:\/\/LOGIN/)
    },
  )

  test.each(["Daina", "Daina <hello>", "a@b.ee, c@d.ee", "Daina <a@b.ee>\nBcc: c@d.ee", "<a@b.ee"])(
    "MAIL_FROM=%j is no sender",
    (value) => expect(() => read({ MAIL_FROM: value })).toThrow(/^MAIL_FROM/),
  )

  const LINK = "http://localhost:4321/dev/outbox?token=x"
  const told = (env: Record<string, string>) => {
    const settings = read(env)
    return mailLine(settings, isOutboxShown(settings) ? LINK : null)
  }

  test("the greeting names the server, without its password", () => {
    expect(told({ SMTP_URL })).toBe("mail: sent through mail.example.org:587")
  })

  test("the greeting names the folder, and the link to read it by", () => {
    expect(told({ DATA_DIR: "/data" })).toBe(
      `mail: kept in /data/outbox, to read by this link, which opens once: ${LINK}`,
    )
  })

  test.each([
    ["HOST", "0.0.0.0"],
    ["SITE_URL", "https://daina.example"],
  ])("with %s=%s the greeting says that no mail can leave, and what to set", (name, value) => {
    expect(told({ [name]: value })).toMatch(/none can leave this machine, set SMTP_URL/)
    expect(told({ [name]: value })).not.toContain("/dev/outbox")
  })
})

test("the outbox is shown where nobody else can be", () => {
  const isShown = (env: Record<string, string>) => isOutboxShown(read(env))
  expect(isShown({})).toBe(true)
  expect(isShown({ HOST: "::1", SITE_URL: "http://[::1]:4321" })).toBe(true)
  expect(isShown({ TRUSTED_PROXY: "127.0.0.1" })).toBe(true)

  expect(isShown({ SMTP_URL })).toBe(false)
  expect(isShown({ HOST: "0.0.0.0", SITE_URL: "http://localhost" })).toBe(false)
  expect(isShown({ HOST: "192.0.2.7" })).toBe(false)
  expect(isShown({ SITE_URL: "https://daina.example" })).toBe(false)
})

test("a proxy on this machine is believed where there must be one, unless another is named", () => {
  const proxyOf = (env: Record<string, string>) => read(env).trustedProxy
  const SITE_URL = "https://daina.example"
  expect(proxyOf({ SITE_URL })).toBe("loopback")
  for (const HOST of ["localhost", "127.0.0.1", "127.3.2.1", "::1"]) {
    expect(proxyOf({ SITE_URL, HOST })).toBe("loopback")
  }
  expect(proxyOf({ SITE_URL, TRUSTED_PROXY: "10.0.0.7" })).toBe("10.0.0.7")
  for (const HOST of ["0.0.0.0", "::", "192.0.2.7"]) expect(proxyOf({ SITE_URL, HOST })).toBeNull()
  for (const address of ["http://localhost:4321", "http://127.0.0.1", "http://[::1]:4321"]) {
    expect(proxyOf({ SITE_URL: address })).toBeNull()
  }
  expect(proxyOf({})).toBeNull()
})

test.each([
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["TELEGRAM_BOT_TOKEN", "TELEGRAM_CHAT_ID"],
  ["SPOTIFY_CLIENT_ID", "SPOTIFY_CLIENT_SECRET"],
])("%s and %s need each other, and it is said which is missing", (one, other) => {
  expect(() => read({ [one]: "1", [other]: "2" })).not.toThrow()
  expect(() => read({ [one]: "1" })).toThrow(`${other} is not`)
  expect(() => read({ [other]: "2" })).toThrow(`${one} is not`)
})

test("a bot may post to a channel without sending suggestions to a chat, but not without itself", () => {
  const channel = { TELEGRAM_CHANNEL_ID: "@daina" }
  expect(() => read({ ...channel, TELEGRAM_BOT_TOKEN: "1" })).not.toThrow()
  expect(() => read(channel)).toThrow("TELEGRAM_BOT_TOKEN is not")
})

test("without its settings there is no Google", () => {
  expect(read({}).hasGoogle).toBe(false)
  expect(read({ GOOGLE_CLIENT_ID: "1", GOOGLE_CLIENT_SECRET: "2" }).hasGoogle).toBe(true)
})

test("a music service that needs no key is named, and it is Deezer", () => {
  expect(() => read({ MUSIC_PROVIDER: "deezer" })).not.toThrow()
  expect(() => read({ MUSIC_PROVIDER: "" })).not.toThrow()
  expect(() => read({ MUSIC_PROVIDER: "napster" })).toThrow(/^MUSIC_PROVIDER is "napster"/)
})

test("this host has no time between builds", () => {
  expect(() => read({ BUILD_INTERVAL: "0" })).not.toThrow()
  expect(() => read({ BUILD_INTERVAL: "" })).not.toThrow()
  for (const value of ["6h", "soon"]) {
    expect(() => read({ BUILD_INTERVAL: value })).toThrow(`BUILD_INTERVAL is "${value}", but only`)
  }
})
