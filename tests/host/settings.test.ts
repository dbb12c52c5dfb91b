/** Tests of the settings of `npm start`, which are environment variables. */
import { describe, expect, test } from "vitest"
import { isOutboxShown } from "../../netlify/host/outbox/outbox.ts"
import { readSettings } from "../../netlify/host/settings.ts"
import { getMailLine } from "../../netlify/host/startup-message.ts"

const makeSettings = (env: Record<string, string>) => readSettings(env, "/daina")
const SMTP_URL = "smtp://daina:top-secret@mail.example.org:587"

test.each([
  [{ PORT: "http" }, /^PORT/],
  [{ SITE_URL: "daina.example" }, /^SITE_URL/],
  [{ DATABASE_URL: "mysql://x" }, /^DATABASE_URL/],
  [{ DATABASE_URL: "postgres://daina_app@db/daina" }, /AUTH_DATABASE_URL is not.*daina_auth/],
])("the settings %j are refused, and the error names the variable", (env, refusal) => {
  expect(() => makeSettings(env)).toThrow(refusal)
})

describe("email settings", () => {
  test("valid mail servers and senders are accepted", () => {
    for (const smtpUrl of [SMTP_URL, "smtps://mail.example.org", "smtp://[::1]:2525"]) {
      expect(makeSettings({ SMTP_URL: smtpUrl }).smtpUrl).toBe(smtpUrl)
    }
    for (const sender of ["hello@example.org", "Daina <hello@example.org>"]) {
      expect(() => makeSettings({ MAIL_FROM: sender })).not.toThrow()
    }
  })

  test.each(["mail.example.org", "mail.example.org:587", "https://mail.example.org", "smtp:", "x"])(
    "SMTP_URL=%s is refused with an example of a valid address",
    (value) => {
      expect(() => makeSettings({ SMTP_URL: value })).toThrow(
        /^SMTP_URL is not the address of a mail server.*smtp:\/\/LOGIN/,
      )
    },
  )

  test.each(["Daina", "Daina <hello>", "a@b.ee, c@d.ee", "Daina <a@b.ee>\nBcc: c@d.ee", "<a@b.ee"])(
    "MAIL_FROM=%j is refused",
    (value) => expect(() => makeSettings({ MAIL_FROM: value })).toThrow(/^MAIL_FROM/),
  )

  const OUTBOX_LINK = "http://localhost:4321/dev/outbox/x"
  const findMailLine = (env: Record<string, string>) => {
    const settings = makeSettings(env)
    return getMailLine(settings, isOutboxShown(settings) ? OUTBOX_LINK : null)
  }

  test("the startup message names the mail server without its password", () => {
    expect(findMailLine({ SMTP_URL })).toBe("emails: sent through mail.example.org:587")
  })

  test("the startup message names the outbox folder and links to the outbox", () => {
    expect(findMailLine({ DATA_DIR: "/data" })).toBe(
      `emails: stored in /data/outbox; read them at ${OUTBOX_LINK}`,
    )
  })

  test.each([
    ["HOST", "0.0.0.0"],
    ["SITE_URL", "https://daina.example"],
  ])(
    "with %s=%s the startup message warns that emails are not sent and names SMTP_URL",
    (name, value) => {
      expect(findMailLine({ [name]: value })).toMatch(/not sent; set SMTP_URL/)
      expect(findMailLine({ [name]: value })).not.toContain("/dev/outbox")
    },
  )
})

test("the outbox is shown only on sites that are not public and have no mail server", () => {
  const isShown = (env: Record<string, string>) => isOutboxShown(makeSettings(env))
  expect(isShown({})).toBe(true)
  expect(isShown({ HOST: "::1", SITE_URL: "http://[::1]:4321" })).toBe(true)
  expect(isShown({ TRUSTED_PROXY: "127.0.0.1" })).toBe(true)

  expect(isShown({ SMTP_URL })).toBe(false)
  expect(isShown({ HOST: "0.0.0.0", SITE_URL: "http://localhost" })).toBe(false)
  expect(isShown({ HOST: "192.0.2.7" })).toBe(false)
  expect(isShown({ SITE_URL: "https://daina.example" })).toBe(false)
})

test("a public site that listens on loopback trusts a local proxy, unless TRUSTED_PROXY names another one", () => {
  const getTrustedProxy = (env: Record<string, string>) => makeSettings(env).trustedProxy
  const SITE_URL = "https://daina.example"
  expect(getTrustedProxy({ SITE_URL })).toBe("loopback")
  for (const HOST of ["localhost", "127.0.0.1", "127.3.2.1", "::1"]) {
    expect(getTrustedProxy({ SITE_URL, HOST })).toBe("loopback")
  }
  expect(getTrustedProxy({ SITE_URL, TRUSTED_PROXY: "10.0.0.7" })).toBe("10.0.0.7")
  for (const HOST of ["0.0.0.0", "::", "192.0.2.7"])
    expect(getTrustedProxy({ SITE_URL, HOST })).toBeNull()
  for (const address of ["http://localhost:4321", "http://127.0.0.1", "http://[::1]:4321"]) {
    expect(getTrustedProxy({ SITE_URL: address })).toBeNull()
  }
  expect(getTrustedProxy({})).toBeNull()
})

test.each([
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["TELEGRAM_BOT_TOKEN", "TELEGRAM_CHAT_ID"],
  ["SPOTIFY_CLIENT_ID", "SPOTIFY_CLIENT_SECRET"],
])("%s and %s must be set together, and an error names the missing setting", (name, otherName) => {
  expect(() => makeSettings({ [name]: "1", [otherName]: "2" })).not.toThrow()
  expect(() => makeSettings({ [name]: "1" })).toThrow(`${otherName} is not`)
  expect(() => makeSettings({ [otherName]: "2" })).toThrow(`${name} is not`)
})

test("TELEGRAM_CHANNEL_ID requires TELEGRAM_BOT_TOKEN, but not TELEGRAM_CHAT_ID", () => {
  const channel = { TELEGRAM_CHANNEL_ID: "@daina" }
  expect(() => makeSettings({ ...channel, TELEGRAM_BOT_TOKEN: "1" })).not.toThrow()
  expect(() => makeSettings(channel)).toThrow("TELEGRAM_BOT_TOKEN is not")
})

test.each([
  "https://discord.com/api/webhooks/1/token",
  "fr/en=https://discord.com/api/webhooks/1/token",
  "lv/lv=http://discord.com/api/webhooks/1/token",
  "lv/lv=https://discord.com/1 lv/lv=https://discord.com/2",
])(
  "the invalid DISCORD_WEBHOOKS=%s is refused, and the error does not contain the value",
  (value) => {
    expect(() => makeSettings({ DISCORD_WEBHOOKS: value })).toThrow(
      /^DISCORD_WEBHOOKS has (?!.*token)/,
    )
  },
)

test("log-in with Google is available only with its settings", () => {
  expect(makeSettings({}).hasGoogle).toBe(false)
  expect(makeSettings({ GOOGLE_CLIENT_ID: "1", GOOGLE_CLIENT_SECRET: "2" }).hasGoogle).toBe(true)
})

test("MUSIC_PROVIDER accepts only deezer", () => {
  expect(() => makeSettings({ MUSIC_PROVIDER: "deezer" })).not.toThrow()
  expect(() => makeSettings({ MUSIC_PROVIDER: "" })).not.toThrow()
  expect(() => makeSettings({ MUSIC_PROVIDER: "napster" })).toThrow(/^MUSIC_PROVIDER is "napster"/)
})

test("a build interval other than 0 is refused, because only Netlify supports it", () => {
  expect(() => makeSettings({ BUILD_INTERVAL: "0" })).not.toThrow()
  expect(() => makeSettings({ BUILD_INTERVAL: "" })).not.toThrow()
  for (const value of ["6h", "soon"]) {
    expect(() => makeSettings({ BUILD_INTERVAL: value })).toThrow(
      `BUILD_INTERVAL is "${value}", but builds can be delayed only on Netlify`,
    )
  }
})
