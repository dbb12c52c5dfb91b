import { eventPath } from "../events/event.ts"
import { articlePath } from "../news/article.ts"
import { postPath } from "../teams/team.ts"
import type { CommentedContent } from "./schema.ts"

export const getCommentAnchor = (id: string) => `comment-${id}`

/** Returns the path of a comment. Null while the commented content is hidden or unpublished. */
export function commentPath({ kind, id, slug, team_slug }: CommentedContent, commentId: string) {
  const getContentPath = () => {
    if (kind === "post" && team_slug) return postPath(team_slug, id)
    if (!slug) return null
    return kind === "event" ? eventPath(slug) : articlePath(slug)
  }
  const path = getContentPath()
  return path ? `${path}#${getCommentAnchor(commentId)}` : null
}

interface ThreadQuery {
  /** Whether to request the public response, which the CDN stores. */
  isPublic?: boolean
  isOldestFirst?: boolean
  cursor?: string | undefined
}

/** Returns the API path of one page of the comments on an article, post or event. */
export function commentsPath(contentId: string, { isPublic, isOldestFirst, cursor }: ThreadQuery) {
  const query = new URLSearchParams({
    ...(isPublic && { for: "visitors" }),
    ...(isOldestFirst && { sort: "oldest" }),
    ...(cursor && { cursor }),
  })
  return `/api/comments/${contentId}${query.size > 0 ? `?${query}` : ""}`
}
