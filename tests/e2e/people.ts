/** New members, without a screen. */
import { randomBytes } from "node:crypto"
import type { Page } from "@playwright/test"
import { z } from "zod"
import type { ProfileBody } from "../../src/features/account/profile/schema.ts"
import { makeProfile, makeSession, makeUser } from "../support/factories.ts"
import { siteDatabase } from "./database.ts"
import { workerHost } from "./host.ts"
import { expect } from "./test.ts"

const Entered = z.object({ user: z.object({ id: z.string(), email: z.string() }) })

export interface Credentials {
  email: string
  password: string
}

export interface Member extends Credentials {
  id: string
}

export const newEmail = () => `fan-${randomBytes(5).toString("hex")}@daina.test`

interface Joining {
  /** Saved as the profile; without it there is none. */
  profile?: Parameters<typeof makeProfile>[2]
  /** Somebody who has just signed up, as the form does it: the address is not confirmed, and nothing of theirs approved. */
  isNewcomer?: boolean
}

/** Somebody new, signed in in the page's browser, who may publish. */
export async function join(
  page: Page,
  { profile, isNewcomer = false }: Joining = { profile: {} },
): Promise<Member> {
  const credentials = { email: newEmail(), password: "lightstick" }
  const { id } = isNewcomer ? await signUp(page, credentials) : await enroll(page, credentials)
  if (profile) {
    await makeProfile(await siteDatabase(), id, { display_name: "Mari Kask", ...profile })
  }
  return { id, ...credentials }
}

async function signUp(page: Page, credentials: Credentials) {
  const data = { ...credentials, terms: true }
  const answer = await page.request.post("/api/auth/sign-up", { data })
  expect(answer.status(), "signing up").toBe(201)
  return Entered.parse(await answer.json()).user
}

async function enroll(page: Page, credentials: Credentials) {
  const user = await makeUser(await siteDatabase(), credentials)
  await openSession(page, user.id)
  return user
}

/** Signs the page's browser in as a member, without asking for the password. */
export async function openSession(page: Page, id: string): Promise<void> {
  const token = await makeSession(await siteDatabase(), id)
  const url = workerHost().origin
  await page.context().addCookies([
    { name: "daina_session", value: token, url, httpOnly: true, sameSite: "Lax" },
    { name: "daina_signed_in", value: "1", url, sameSite: "Lax" },
  ])
}

/** Makes the member's proof of identity older than the ten minutes that sensitive acts demand. */
export const ageProof = async (id: string) =>
  (await siteDatabase()).one`
    update sessions set authenticated_at = authenticated_at - interval '11 minutes'
    where user_id = ${id}`

/** Types the password into the dialog that asks for a proof of identity. */
export async function proveByPassword(page: Page, { password }: Credentials): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" })
  await dialog.getByLabel("Your password").fill(password)
  await dialog.getByRole("button", { name: "Continue" }).click()
  await expect(dialog).toBeHidden()
}

/** Changes the profile of the page's member. */
export async function saveProfile(page: Page, changes: Partial<ProfileBody>): Promise<void> {
  const data = { display_name: "Mari Kask", ...changes }
  const answer = await page.request.patch("/api/profile", { data })
  expect(answer.status(), "saving the profile").toBe(200)
}

/** Whether this e-mail and this password open a session; it opens in the page's browser. */
export async function signIn(page: Page, { email, password }: Credentials): Promise<boolean> {
  const answer = await page.request.post("/api/auth/sign-in", { data: { email, password } })
  return answer.status() === 200
}

const WhoIs = z.object({ user: z.nullable(z.object({ id: z.string(), email: z.string() })) })

/** Who is signed in in the page's browser, as the server sees it. */
export async function whoIs(page: Page): Promise<{ id: string; email: string } | null> {
  return WhoIs.parse(await (await page.request.get("/api/auth/session")).json()).user
}
