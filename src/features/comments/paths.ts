/** Paths of comments. */
import { eventPath } from "../events/event.ts"
import { articlePath } from "../news/article.ts"
import { postPath } from "../teams/team.ts"
import type { CommentedContent } from "./schema.ts"

/** Returns the fragment of a comment's link, which is also the id of its element. */
export const commentAnchor = (id: string) => `comment-${id}`

/** Returns the path of a comment; null when its content is gone. */
export function commentPath({ kind, id, slug, team_slug }: CommentedContent, comment: string) {
  const path =
    kind === "post" && team_slug
      ? postPath(team_slug, id)
      : slug && (kind === "event" ? eventPath(slug) : articlePath(slug))
  return path ? `${path}#${commentAnchor(comment)}` : null
}

interface ThreadQuery {
  /** Requests the answer for anonymous visitors, which the CDN stores. */
  isPublic?: boolean
  isOldestFirst?: boolean
  cursor?: string | undefined
}

/** Returns the API path of the comments on an article, post or event. */
export function commentsPath(subject: string, { isPublic, isOldestFirst, cursor }: ThreadQuery) {
  const query = new URLSearchParams({
    ...(isPublic && { for: "visitors" }),
    ...(isOldestFirst && { sort: "oldest" }),
    ...(cursor && { cursor }),
  })
  return `/api/comments/${subject}${query.size > 0 ? `?${query}` : ""}`
}
