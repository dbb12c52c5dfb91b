import { randomBytes } from "node:crypto"
import type { Page } from "@playwright/test"
import { z } from "zod"
import type { ProfileBody } from "../../src/features/account/profile/schema.ts"
import { makeSession, makeUser, storeProfile } from "../support/factories.ts"
import { connectToDatabase } from "./database.ts"
import { getWorkerHost } from "./host.ts"
import { expect } from "./test.ts"

const SignUpResponse = z.object({ user: z.object({ id: z.string(), email: z.string() }) })

export interface Credentials {
  email: string
  password: string
}

export interface Member extends Credentials {
  id: string
}

export const createEmail = () => `fan-${randomBytes(5).toString("hex")}@daina.test`

interface NewMemberOptions {
  /** Fields of the member's profile. If this is undefined, the member has no profile. */
  profile?: Parameters<typeof storeProfile>[2]
  /** Whether to create the member by a sign-up: the email address is unconfirmed, and content needs a review. */
  isNewcomer?: boolean
}

/** Creates a member and signs the member in, without using forms. */
export async function signInNewMember(
  page: Page,
  { profile, isNewcomer = false }: NewMemberOptions = { profile: {} },
): Promise<Member> {
  const credentials = { email: createEmail(), password: "lightstick" }
  const { id } = isNewcomer
    ? await signUp(page, credentials)
    : await createMember(page, credentials)
  if (profile) {
    await storeProfile(await connectToDatabase(), id, { display_name: "Mari Kask", ...profile })
  }
  return { id, ...credentials }
}

async function signUp(page: Page, credentials: Credentials) {
  const data = { ...credentials, terms: true }
  const response = await page.request.post("/api/auth/sign-up", { data })
  expect(response.status(), "signing up").toBe(201)
  return SignUpResponse.parse(await response.json()).user
}

async function createMember(page: Page, credentials: Credentials) {
  const user = await makeUser(await connectToDatabase(), credentials)
  await openSession(page, user.id)
  return user
}

export async function openSession(page: Page, id: string): Promise<void> {
  const token = await makeSession(await connectToDatabase(), id)
  const url = getWorkerHost().origin
  await page.context().addCookies([
    { name: "daina_session", value: token, url, httpOnly: true, sameSite: "Lax" },
    { name: "daina_signed_in", value: "1", url, sameSite: "Lax" },
  ])
}

/** Makes the member's last proof of identity older than ten minutes, so that sensitive actions require a new one. */
export const expireProof = async (id: string) =>
  (await connectToDatabase()).one`
    update sessions set authenticated_at = authenticated_at - interval '11 minutes'
    where user_id = ${id}`

export async function confirmIdentity(page: Page, { password }: Credentials): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" })
  await dialog.getByLabel("Your password").fill(password)
  await dialog.getByRole("button", { name: "Continue" }).click()
  await expect(dialog).toBeHidden()
}

export async function saveProfile(page: Page, changes: Partial<ProfileBody>): Promise<void> {
  const data = { display_name: "Mari Kask", ...changes }
  const response = await page.request.patch("/api/profile", { data })
  expect(response.status(), "saving the profile").toBe(200)
}

export async function signIn(page: Page, { email, password }: Credentials): Promise<boolean> {
  const response = await page.request.post("/api/auth/sign-in", { data: { email, password } })
  return response.status() === 200
}

const SessionResponse = z.object({
  user: z.nullable(z.object({ id: z.string(), email: z.string() })),
})

export async function fetchSessionUser(page: Page): Promise<{ id: string; email: string } | null> {
  return SessionResponse.parse(await (await page.request.get("/api/auth/session")).json()).user
}
