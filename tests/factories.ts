/** Small makers of what tests need, written as the owner. */
import { randomBytes } from "node:crypto"
import type { Db } from "../db/client.ts"
import { hashPassword } from "../netlify/lib/password.ts"

const unique = () => randomBytes(5).toString("hex")

export interface TestUser {
  id: string
  email: string
}

/** A member; `password` lets them sign in, `role` is the global one. */
export async function makeUser(
  db: Db,
  options: {
    email?: string
    password?: string
    role?: "admin" | "super_admin"
    displayName?: string
    privacy?: Record<string, boolean>
  } = {},
): Promise<TestUser> {
  const email = options.email ?? `user-${unique()}@daina.test`
  const hash = options.password ? await hashPassword(options.password) : null
  const row = await db.one<{ id: string }>`
    insert into users (email, password_hash) values (${email}, ${hash}) returning id`
  const id = row?.id ?? ""
  if (options.role) {
    await db.one`insert into user_roles (user_id, role) values (${id}, ${options.role})`
  }
  if (options.displayName) {
    await db.one`
      insert into profiles (user_id, display_name, privacy_settings)
      values (${id}, ${options.displayName}, ${JSON.stringify(options.privacy ?? {})}::jsonb)`
  }
  return { id, email }
}

export interface TestArticle {
  id: string
  slug: string
  updated_at: string
}

/** An article, published unless told otherwise. */
export async function makeArticle(
  db: Db,
  options: {
    slug?: string
    title?: string
    content?: string
    published?: boolean
    publishedAt?: string
    authorId?: string
  } = {},
): Promise<TestArticle> {
  const { published = true, content = "Text." } = options
  const row = await db.one<TestArticle>`
    insert into news (slug, title, content, content_html, is_published, published_at, author_id)
    values (${options.slug ?? `article-${unique()}`}, ${options.title ?? "An article"}, ${content},
      ${`<p>${content}</p>`}, ${published},
      case when ${published} then
        coalesce(${options.publishedAt ?? null}::timestamptz, date_trunc('milliseconds', now()))
      end, ${options.authorId ?? null})
    returning id, slug, updated_at`
  if (!row) throw new Error("The article was not stored")
  return row
}
