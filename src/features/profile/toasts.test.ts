import { expect, test } from "vitest"
import errors from "../../../public/locales/en/errors.json" with { type: "json" }
import profile from "../../../public/locales/en/profile.json" with { type: "json" }
import { failed } from "../../call.ts"
import { flatten } from "../../i18n/flatten.ts"
import { translator } from "../../i18n/translate.ts"
import type { ProfileNews } from "./store.ts"
import { toastFor } from "./toasts.ts"

const t = translator("en", { ...flatten("profile", profile), ...flatten("errors", errors) })

const { failure: refused } = failed("forbidden")
const { failure: unreachable } = failed("unreachable")
const { failure: named } = failed("internal", { requestId: "r1" })
const { failure: unnamed } = failed("internal")

test.each<[ProfileNews, string]>([
  [
    { kind: "save-failed", failure: refused },
    "Failed to update profile: You don't have permission to do that.",
  ],
  [
    { kind: "save-failed", failure: named },
    "Failed to update profile: An unexpected error occurred",
  ],
  [
    { kind: "save-failed", failure: unreachable },
    "Update failed: Daina cannot be reached. Check your connection and try again.",
  ],
  [{ kind: "save-failed", failure: unnamed }, "Update failed: Unknown error"],
  [
    { kind: "upload-failed", failure: failed("unsupported_image").failure },
    "Upload failed: This file is not a picture that we can use.",
  ],
  [{ kind: "upload-failed", failure: unnamed }, "Upload failed: Unknown error"],
  [{ kind: "load-failed", failure: unreachable }, "Failed to load profile"],
  [{ kind: "saved" }, "Profile updated"],
])("%o", (news, title) => {
  expect(toastFor(news, t).title).toBe(title)
})
