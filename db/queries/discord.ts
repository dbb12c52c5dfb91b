import type { AnnouncedEvent } from "../../src/features/events/as-text.ts"
import type { NewsCard } from "../../src/features/news/schema.ts"
import type { Db } from "../client.ts"

export type DueDiscordPost =
  | (AnnouncedEvent & { kind: "new" | "changed" | "canceled"; id: string; slug: string })
  | (Pick<NewsCard, "id" | "slug" | "title" | "excerpt"> & { kind: "article" })

export interface DiscordWebhook {
  /** The webhook's key in the table `channels`, such as `discord lv/en`. */
  key: string
  /** Null for all countries. */
  country: string | null
  language: string
}

export async function leaseDiscordPost(db: Db, { key, country, language }: DiscordWebhook) {
  const row = await db.one<{ post: DueDiscordPost | null }>`
    select lease_discord_post(${key}, ${country}, ${language}) as post`
  return row?.post ?? null
}

export const recordDiscordSent = (db: Db, key: string, id: string) =>
  db.one`select record_discord_sent(${key}, ${id})`

interface Failure {
  reason: string
  /** False if the message may have been posted. */
  isCertainlyUnsent: boolean
  /** Seconds during which the webhook gets no posts; null for no pause. */
  pause: number | null
}

export const recordDiscordFailure = (db: Db, key: string, id: string, failure: Failure) => db.one`
  select record_discord_failure(${key}, ${id}, ${failure.reason}, ${failure.isCertainlyUnsent},
    ${failure.pause}::float8 * interval '1 second')`
