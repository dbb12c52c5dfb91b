/** Changing the password. */
import { call } from "../../call.ts"
import { fieldErrors } from "../../problem.ts"
import { createForm } from "../../ui/form.ts"
import { refused } from "../../ui/submission.ts"
import { type ChangePasswordForm, changePasswordForm } from "../account/schema.ts"

export const NO_PASSWORDS: ChangePasswordForm = {
  current_password: "",
  new_password: "",
  confirm_password: "",
}

export const createPasswordForm = () =>
  createForm(NO_PASSWORDS, {
    check(values) {
      const parsed = changePasswordForm.safeParse(values)
      return parsed.success
        ? { ok: true, body: parsed.data }
        : refused(fieldErrors(parsed.error.issues))
    },
    send: ({ current_password, new_password }) =>
      call("/api/account/password", {
        method: "PUT",
        payload: { current_password, new_password },
        read: () => undefined,
      }),
  })
