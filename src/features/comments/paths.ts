import { eventPath } from "../events/event.ts"
import { articlePath } from "../news/article.ts"
import { postPath } from "../teams/team.ts"
import type { CommentedContent } from "./schema.ts"

export const getCommentAnchor = (id: string) => `comment-${id}`

/** Returns the path of a comment. Null if the commented content was deleted. */
export function commentPath({ kind, id, slug, team_slug }: CommentedContent, comment: string) {
  const path =
    kind === "post" && team_slug
      ? postPath(team_slug, id)
      : slug && (kind === "event" ? eventPath(slug) : articlePath(slug))
  return path ? `${path}#${getCommentAnchor(comment)}` : null
}

interface ThreadQuery {
  /** Whether to request the public response, which the CDN stores. */
  isPublic?: boolean
  isOldestFirst?: boolean
  cursor?: string | undefined
}

export function commentsPath(subject: string, { isPublic, isOldestFirst, cursor }: ThreadQuery) {
  const query = new URLSearchParams({
    ...(isPublic && { for: "visitors" }),
    ...(isOldestFirst && { sort: "oldest" }),
    ...(cursor && { cursor }),
  })
  return `/api/comments/${subject}${query.size > 0 ? `?${query}` : ""}`
}
