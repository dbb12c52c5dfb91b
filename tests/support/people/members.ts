import type { Db } from "../../../db/client.ts"
import type { SignInMethod } from "../../../db/queries/accounts/sessions.ts"
import { openBrowser, type TestBrowser } from "../browser-like.ts"
import { makeSession, makeUser, type TestUser, type UserOptions } from "../factories.ts"

export async function openSignedInBrowser(
  db: Db,
  userId: string,
  session: { method?: SignInMethod; remember?: boolean; userAgent?: string } = {},
): Promise<TestBrowser> {
  const browser = openBrowser()
  browser.cookies.set("daina_session", await makeSession(db, userId, session))
  return browser
}

export interface Member extends TestUser {
  browser: TestBrowser
}

export async function makeMember(db: Db, options: UserOptions = {}): Promise<Member> {
  const user = await makeUser(db, options)
  return { ...user, browser: await openSignedInBrowser(db, user.id) }
}
