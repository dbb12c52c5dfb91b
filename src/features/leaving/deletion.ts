/** Deleting the account. */
import { call } from "../../call.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { fieldErrors } from "../../problem.ts"
import { createForm } from "../../ui/form.ts"
import { refused } from "../../ui/submission.ts"
import { type DeleteAccountBody, deleteAccountBody } from "../account/schema.ts"

/** The dialog's form; who has no password is not asked for it. */
export const createDeletionForm = (hasPassword: boolean) =>
  createForm(
    { password: "" },
    {
      check({ password }) {
        const parsed = deleteAccountBody.safeParse(hasPassword ? { password } : {})
        return parsed.success
          ? { ok: true, body: parsed.data }
          : refused(fieldErrors(parsed.error.issues))
      },
      send: (payload: DeleteAccountBody) =>
        call("/api/account", { method: "DELETE", payload, read: () => undefined }),
    },
  )

/** Where who has no password shows that it is them, and comes back to the dialog. */
export const googleAgainAddress = (locale: Locale): string =>
  `/api/auth/google?${new URLSearchParams({
    next: `${localePath("/profile", locale)}?delete`,
    language: locale,
    proof: "1",
  })}`
