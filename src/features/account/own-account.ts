/** The account of the person who is signed in: how to reach them, how they sign in, what mails they want. */
import * as z from "zod/mini"
import { type Answer, call, type Failure } from "../../call.ts"
import { LOCALES } from "../../i18n/locales.ts"
import { createSignedInStore, viewerId } from "./signed-in-store.ts"

const accountAnswer = z.object({
  email: z.string(),
  email_verified: z.boolean(),
  has_password: z.boolean(),
  has_google: z.boolean(),
  marketing_consent: z.boolean(),
  mail_join_requests: z.boolean(),
  mail_join_answers: z.boolean(),
  language: z.catch(z.enum(LOCALES), "en"),
})

export type Account = z.infer<typeof accountAnswer>
const SETTINGS = [
  "marketing_consent",
  "mail_join_requests",
  "mail_join_answers",
  "language",
] as const satisfies readonly (keyof Account)[]

export type AccountSettings = Partial<Pick<Account, (typeof SETTINGS)[number]>>

/** How an account stood in what is being changed. */
const formerOf = (account: Account, changes: AccountSettings): AccountSettings =>
  Object.fromEntries(
    SETTINGS.filter((name) => name in changes).map((name) => [name, account[name]]),
  )

const PATH = "/api/account"
const read = (json: unknown) => accountAnswer.parse(json)

export function createAccount() {
  const { $state, load, set } = createSignedInStore<{ account: Account }>(() =>
    call(PATH, { read: (json) => ({ account: read(json) }) }),
  )
  let queue: Promise<unknown> = Promise.resolve()

  const put = (changes: AccountSettings) => {
    const state = $state.get()
    if (state.status === "ready") set({ account: { ...state.account, ...changes } })
  }

  const save = (payload: AccountSettings): Promise<Answer<Account>> =>
    call(PATH, { method: "PATCH", payload, read })

  /** Shows the change at once, and takes it back when it could not be saved: then why. */
  async function change(changes: AccountSettings): Promise<Failure | null> {
    const before = $state.get()
    if (before.status !== "ready") return null
    const former = formerOf(before.account, changes)
    const member = viewerId()
    put(changes)
    // One after the other: what was chosen last is what is saved last.
    const saving = queue.then(() => save(changes))
    queue = saving
    const answer = await saving
    // Of somebody who has left, nothing shows to whoever came after.
    const isTheirs = viewerId() === member
    if (!answer.ok) {
      if (isTheirs) put(former)
      return answer.failure
    }
    if (isTheirs && queue === saving) set({ account: answer.body })
    return null
  }

  return { $account: $state, load, change }
}

export const account = createAccount()
