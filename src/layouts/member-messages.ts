import { createHash } from "node:crypto"
import { CONFIRM_EMAIL_MESSAGES } from "../features/account/email/confirm-email-messages.ts"
import { PROOF_MESSAGES } from "../features/account/proof/messages.ts"
import type { Locale } from "../i18n/locales.ts"
import { getMessages, type MessageGroup } from "../i18n/messages.ts"
import { memoizeByKey } from "../shared/memoized.ts"

/** Messages of the islands and forms that only members use. */
const MEMBER_GROUPS: MessageGroup[] = [
  "calendar",
  "comments",
  "common",
  "errors",
  "follows",
  "home",
  "ideas",
  "music",
  "reports",
  "signups",
  "teams",
  "artists:releases.types",
  "newsletter:form",
  "news:copy",
  "news:share",
  "notifications:bell",
  ...CONFIRM_EMAIL_MESSAGES,
  ...PROOF_MESSAGES,
]

/** Returns the messages of members as JSON, and their path with a content hash and no leading slash. */
export const getMemberMessages = memoizeByKey((locale: Locale) => {
  const json = JSON.stringify(getMessages(locale, MEMBER_GROUPS))
  const hash = createHash("sha256").update(json).digest("hex").slice(0, 8)
  return { json, path: `_astro/messages.${locale}.${hash}.json` }
})
