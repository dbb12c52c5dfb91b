/** Splits a comment into text, links and mentions, and returns the name of its author. */
import type { Translate } from "../../i18n/keys.ts"
import { splitLinks, type TextPart } from "../../shared/link-parts.ts"
import { splitBody } from "./mention-text.ts"
import type { Comment } from "./schema.ts"

export interface CommentPart extends TextPart {
  /** Id of the mentioned member. */
  member?: string
}

/** Returns the parts of a comment. If the viewer may not see a mentioned member's name, the mention is plain text. */
export function splitComment(
  { body, mentions }: Pick<Comment, "body" | "mentions">,
  t: Translate,
): CommentPart[] {
  return splitBody(body).flatMap(({ stored, member }): CommentPart[] => {
    if (!member) return splitLinks(stored)
    const name = mentions[member]
    return [name ? { text: `@${name}`, member } : { text: `@${t("comments:hiddenName")}` }]
  })
}

export const getAuthorName = ({ author }: Pick<Comment, "author">, t: Translate): string =>
  author ? (author.name ?? t("comments:hiddenName")) : t("comments:formerMember")

/** CSS classes of a comment. The list for members and the list for visitors use them. */
export const COMMENT_CLASSES = {
  item: "scroll-mt-22 border-t border-line py-4.5 first:border-t-0 target:bg-[linear-gradient(90deg,transparent,var(--glow-wash)_12%_88%,transparent)]",
  meta: "meta",
  name: "font-semibold text-text underline-offset-4 [a&]:hover:underline",
  body: "mt-1 whitespace-pre-line wrap-anywhere",
  link: "underline underline-offset-4 wrap-anywhere",
} as const
