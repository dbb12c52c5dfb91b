import type { AnnouncedEvent } from "../../src/features/events/as-text.ts"
import type { NewsCard } from "../../src/features/news/schema.ts"
import type { Db } from "../client.ts"

export type DueEventPost = AnnouncedEvent & {
  kind: "new" | "changed" | "canceled"
  id: string
  slug: string
}
export type DuePost =
  | DueEventPost
  | (Pick<NewsCard, "id" | "slug" | "title" | "excerpt"> & { kind: "article" })

/** A channel of Telegram or Discord. */
export interface Channel {
  /** The key in the table `channels`, such as `discord lv/en`, or the id of the Telegram channel. */
  key: string
  /** Null for all countries. */
  country: string | null
  /** Null for a channel that gets only new events, each in its own language. */
  language: string | null
}

export const leasePost = <Post extends DuePost>(db: Db, { key, country, language }: Channel) =>
  db.value<Post>`select lease_channel_post(${key}, ${country}, ${language})`

export const recordPostSent = (db: Db, key: string, id: string) =>
  db.one`select record_channel_post_sent(${key}, ${id})`

interface Failure {
  reason: string
  /** False if the message may have been posted. */
  isCertainlyUnsent: boolean
  /** Seconds during which the channel gets no posts; null for no pause. */
  pause: number | null
}

export const recordPostFailure = (db: Db, key: string, id: string, failure: Failure) => db.one`
  select record_channel_post_failure(${key}, ${id}, ${failure.reason}, ${failure.isCertainlyUnsent},
    ${failure.pause}::float8 * interval '1 second')`
