import { atom, computed } from "nanostores"
import { type CallResult, call } from "../../shared/call.ts"
import { getChangedFields, listChangedFieldNames } from "../../ui/forms/changed-fields.ts"
import { createForm } from "../../ui/forms/form.ts"
import type { CheckResult } from "../../ui/forms/submission.ts"
import { $account, ACCOUNT_PATH, type Account, accountResponse } from "./own-account.ts"

interface Options<Values, Body> {
  /** Name of the form, unique in the page. */
  name: string
  blank: Values
  getValues: (account: Account) => Values
  /**
   * Checks the values and returns the body, which has only changed values, so that the save does not undo changes from
   * another tab.
   */
  check: (changed: Partial<Values>, values: Values) => CheckResult<Body>
}

/** Creates a form for settings of the signed-in member's account. */
export function createAccountForm<Values extends object, Body>(options: Options<Values, Body>) {
  const { name, blank, getValues, check } = options
  /** Saved values of the member with this email address. Null until the account is loaded. */
  const $saved = atom<{ email: string; values: Values } | null>(null)

  const form = createForm<Values, Body, Account>(
    blank,
    {
      check: (values) => check(getChangedFields(values, $saved.get()?.values ?? values), values),
      send: (payload) => call(ACCOUNT_PATH, { method: "PATCH", payload, read: accountResponse }),
    },
    name,
  )

  const $changedFields = computed([$saved, form.$values], (saved, values) =>
    saved === null ? [] : listChangedFieldNames(values, saved.values),
  )
  const $isDirty = computed($changedFields, (fields) => fields.length > 0)

  function fill(account: Account, unsaved: Partial<Values> = {}): void {
    const values = getValues(account)
    form.reset({ ...values, ...unsaved })
    $saved.set({ email: account.email, values })
  }

  return {
    form,
    $changedFields,
    $isDirty,

    /** Fills the form whenever the account is loaded, unless this member has unsaved changes. Returns a stop function. */
    start: (): (() => void) =>
      $account.subscribe(({ data }) => {
        const isSameMember = data?.email === $saved.get()?.email
        if (data && !(isSameMember && $isDirty.get())) fill(data)
      }),

    /** Saves the form. Resolves to null if it was not sent, or if another member has logged in during the save. */
    async save(): Promise<CallResult<Account> | null> {
      const sentValues = form.$values.get()
      const memberEmail = $saved.get()?.email
      const result = await form.submit()
      if (!result || $saved.get()?.email !== memberEmail) return null
      if (result.ok) {
        fill(result.body, getChangedFields(form.$values.get(), sentValues))
        $account.mutate(result.body)
      }
      return result
    },
  }
}
