import { createHash, randomBytes } from "node:crypto"
import type { Db } from "../../db/client.ts"
import type { SignInMethod } from "../../db/queries/accounts/sessions.ts"
import { hashPassword } from "../../netlify/lib/sign-in/password.ts"
import type { Profile } from "../../src/features/account/profile/schema.ts"
import type { Locale } from "../../src/i18n/locales.ts"

const makeUniqueWord = () => randomBytes(5).toString("hex")

export const assertStored = <Row>(row: Row | null): Row => {
  if (!row) throw new Error("Nothing was stored")
  return row
}

export interface TestUser {
  id: string
  email: string
}

export interface UserOptions {
  email?: string
  password?: string
  /** Whether the email address is confirmed, which publishing requires; true by default. */
  isConfirmed?: boolean
  /** Whether a super admin has approved the member; true by default. Content of unapproved members is not listed. */
  isApproved?: boolean
  /** Whether the member has opened a confirmation link while logged in. Implies `isConfirmed`. */
  ownsAddress?: boolean
  googleSubject?: string
  language?: Locale
  role?: "admin" | "super_admin"
  displayName?: string
  privacy?: Record<string, boolean>
}

const passwordHashes = new Map<string, Promise<string>>()
/** Hashes each password once, because hashing is slow. */
function hashOnce(password: string): Promise<string> {
  const hash = passwordHashes.get(password) ?? hashPassword(password)
  passwordHashes.set(password, hash)
  return hash
}

export async function makeUser(db: Db, options: UserOptions = {}): Promise<TestUser> {
  const email = options.email ?? `user-${makeUniqueWord()}@daina.test`
  const hash = options.password ? await hashOnce(options.password) : null
  const { ownsAddress = false, isConfirmed = true, isApproved = true } = options
  const row = await db.one<{ id: string }>`
    insert into users (email, password_hash, google_subject, language, email_verified_at,
      email_owned_at, vetted_at)
    values (${email}, ${hash}, ${options.googleSubject ?? null}, ${options.language ?? "en"},
      case when ${ownsAddress || isConfirmed} then now() end,
      case when ${ownsAddress} then now() end, case when ${isApproved} then now() end)
    returning id`
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
    values (${options.slug ?? `article-${makeUniqueWord()}`}, ${options.title ?? "An article"}, ${content},
      ${`<p>${content}</p>`}, ${published},
      case when ${published} then
        coalesce(${options.publishedAt ?? null}::timestamptz, date_trunc('milliseconds', now()))
      end, ${options.authorId ?? null})
    returning id, slug, updated_at`
  return assertStored(row)
}

/** Creates a translation of an article. An outdated translation is older than the last change of the original. */
export async function makeTranslation(
  db: Db,
  original: Pick<TestArticle, "id">,
  language: Locale,
  options: { title?: string; content?: string; published?: boolean; outdated?: boolean } = {},
): Promise<TestArticle> {
  const { title = "Raksts", content = "Teksts.", published = true, outdated = false } = options
  const row = await db.one<TestArticle>`
    insert into news (original_id, slug, language, title, content, content_html, is_published,
      published_at, translated_from)
    select id, slug, ${language}, ${title}, ${content}, ${`<p>${content}</p>`}, ${published},
      case when ${published} then date_trunc('milliseconds', now()) end,
      text_changed_at - case when ${outdated} then interval '1 hour' else interval '0' end
    from news where id = ${original.id}
    returning id, slug, updated_at`
  return assertStored(row)
}

/** Creates the profile, with the display name “Mari” unless `columns` has another, or updates its columns. */
export async function storeProfile(
  db: Db,
  userId: string,
  columns: Partial<Omit<Profile, "user_id">> = {},
): Promise<void> {
  await db.one`
    insert into profiles (user_id, display_name) values (${userId}, 'Mari') on conflict do nothing`
  await db.one`
    update profiles p set (display_name, avatar_url, bio, gender, date_of_birth, user_type,
      privacy_settings, music_likes_public, favorite_song_id, favorite_song_name,
      favorite_song_artist, favorite_song_image) = (
        select display_name, avatar_url, bio, gender, date_of_birth, user_type, privacy_settings,
          music_likes_public, favorite_song_id, favorite_song_name, favorite_song_artist,
          favorite_song_image
        from jsonb_populate_record(p, ${JSON.stringify(columns)}::jsonb))
    where user_id = ${userId}`
}

export async function storeLike(
  db: Db,
  userId: string,
  like: { type?: "song" | "album"; id?: string; name?: string; artist?: string } = {},
): Promise<void> {
  const {
    type = "song",
    id = `item-${makeUniqueWord()}`,
    name = "Liked",
    artist = "Somebody",
  } = like
  await db.one`
    insert into music_likes (user_id, item_type, item_id, item_name, item_artist)
    values (${userId}, ${type}, ${id}, ${name}, ${artist})`
}

export async function makeSession(
  db: Db,
  userId: string,
  options: { method?: SignInMethod; remember?: boolean; userAgent?: string } = {},
): Promise<string> {
  const { method = "password", remember = false, userAgent = null } = options
  const token = randomBytes(20).toString("hex")
  const hash = createHash("sha256").update(token).digest("hex")
  await db.one`
    insert into sessions (token_hash, user_id, method, remember, user_agent, expires_at)
    values (decode(${hash}, 'hex'), ${userId}, ${method}, ${remember}, ${userAgent},
      now() + interval '30 days')`
  return token
}
