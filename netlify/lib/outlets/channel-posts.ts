import { authDatabase } from "../../../db/client.ts"
import {
  type Channel,
  type DuePost,
  leasePost,
  recordPostFailure,
  recordPostSent,
} from "../../../db/queries/channel-posts.ts"
import { toLogLine } from "../monitoring/log.ts"
import { sendDueMessages } from "./delivery.ts"

/** Maximum number of posts per channel and run, so that a channel does not get many posts at a time. */
const MAX_POSTS_PER_RUN = 5

/** Posts due events and articles to the channel. Returns the number of posts. */
export function postToChannel<Post extends DuePost>(
  channel: Channel,
  send: (post: Post) => Promise<void>,
): Promise<number> {
  const db = authDatabase().as(null)
  const { key } = channel
  return sendDueMessages(
    {
      lease: () => leasePost<Post>(db, channel),
      send,
      recordSent: ({ id }) => recordPostSent(db, key, id),
      recordFailure({ id, kind }, reason, error) {
        console.error(toLogLine(`${id} (${kind}) could not be posted to ${key}: ${reason}`))
        return recordPostFailure(db, key, id, {
          reason,
          isCertainlyUnsent: error?.isCertainlyUnsent ?? true,
          pause: error?.retryAfter ?? null,
        })
      },
    },
    MAX_POSTS_PER_RUN,
  )
}
