import { describe, expect, test } from "vitest"
import { mailLine } from "../../netlify/host/greeting.ts"
import { isOutboxShown } from "../../netlify/host/outbox.ts"
import { readSettings } from "../../netlify/host/settings.ts"

const read = (env: Record<string, string>) => readSettings(env, "/daina")
const SMTP_URL = "smtp://daina:top-secret@mail.example.org:587"

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

  const told = (env: Record<string, string>) => mailLine(read(env), "http://localhost:4321")

  test("the greeting names the server, without its password", () => {
    expect(told({ SMTP_URL })).toBe("mail: sent through mail.example.org:587")
  })

  test("the greeting names the folder, and where it can be read", () => {
    expect(told({ DATA_DIR: "/data" })).toBe(
      "mail: kept in /data/outbox, to read at http://localhost:4321/dev/outbox",
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
  expect(isShown({ HOST: "::1", SITE_URL: "http://localhost:4321" })).toBe(true)
  expect(isShown({ SITE_URL: "http://[::1]:4321" })).toBe(true)
  expect(isShown({ TRUSTED_PROXY: "127.0.0.1" })).toBe(true)

  expect(isShown({ SMTP_URL })).toBe(false)
  expect(isShown({ HOST: "0.0.0.0" })).toBe(false)
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

test("Google needs both of its settings", () => {
  const [id, secret] = [{ GOOGLE_CLIENT_ID: "daina" }, { GOOGLE_CLIENT_SECRET: "secret" }]
  expect(read({}).hasGoogle).toBe(false)
  expect(read({ ...id, ...secret }).hasGoogle).toBe(true)
  expect(() => read(id)).toThrow(/GOOGLE_CLIENT_SECRET is not/)
  expect(() => read(secret)).toThrow(/GOOGLE_CLIENT_ID is not/)
})

test("Telegram needs a bot and a chat, and it is said which is missing", () => {
  expect(() => read({ TELEGRAM_BOT_TOKEN: "1:a", TELEGRAM_CHAT_ID: "-1" })).not.toThrow()
  expect(() => read({ TELEGRAM_BOT_TOKEN: "1:a" })).toThrow(/TELEGRAM_CHAT_ID is not/)
  expect(() => read({ TELEGRAM_CHAT_ID: "-1" })).toThrow(/TELEGRAM_BOT_TOKEN is not/)
})

describe("music", () => {
  test("Spotify needs both its settings, and says which is missing", () => {
    expect(() => read({ SPOTIFY_CLIENT_ID: "id", SPOTIFY_CLIENT_SECRET: "secret" })).not.toThrow()
    expect(() => read({ SPOTIFY_CLIENT_ID: "id" })).toThrow(/SPOTIFY_CLIENT_SECRET is not/)
    expect(() => read({ SPOTIFY_CLIENT_SECRET: "secret" })).toThrow(/SPOTIFY_CLIENT_ID is not/)
  })

  test("a service that needs no key is named, and it is Deezer", () => {
    expect(() => read({ MUSIC_PROVIDER: "deezer" })).not.toThrow()
    expect(() => read({ MUSIC_PROVIDER: "" })).not.toThrow()
    expect(() => read({ MUSIC_PROVIDER: "napster" })).toThrow(/^MUSIC_PROVIDER is "napster"/)
  })
})
