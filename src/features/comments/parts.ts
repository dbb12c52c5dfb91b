/** Shared parts of the lists of comments for members (React) and for anonymous visitors (DOM). */
import { formatDate } from "../../i18n/dates.ts"
import type { Translate } from "../../i18n/keys.ts"
import { pageLocale } from "../../i18n/page-translate.ts"
import { formatRelativeTime } from "../../i18n/relative-time.ts"
import { splitLinks, type TextPart } from "../../shared/link-parts.ts"
import { splitBody } from "./mention-text.ts"
import type { Comment } from "./schema.ts"

export interface CommentPart extends TextPart {
  memberId?: string
}

/** Splits a comment into texts, links and mentions. A mention whose name the viewer may not see becomes plain text. */
export function splitComment(
  { body, mentions }: Pick<Comment, "body" | "mentions">,
  t: Translate,
): CommentPart[] {
  return splitBody(body).flatMap(({ stored, memberId }): CommentPart[] => {
    if (!memberId) return splitLinks(stored)
    const name = mentions[memberId]
    return [name ? { text: `@${name}`, memberId } : { text: `@${t("comments:hiddenName")}` }]
  })
}

export const getAuthorName = ({ author }: Pick<Comment, "author">, t: Translate): string =>
  author ? (author.name ?? t("comments:hiddenName")) : t("comments:formerMember")

export const formatCommentTime = (iso: string, t: Translate) => ({
  relative: formatRelativeTime(iso, Date.now(), t),
  exact: formatDate(iso, "dateTime", pageLocale()),
})

export const COMMENT_CLASSES = {
  row: "flex gap-3",
  avatar: "[--avatar-size:36px]",
  content: "min-w-0 flex-auto",
  item: "scroll-mt-22 border-t border-line py-4.5 first:border-t-0 target:bg-[linear-gradient(90deg,transparent,var(--glow-wash)_12%_88%,transparent)]",
  meta: "meta",
  name: "font-semibold text-text underline-offset-4 [a&]:hover:underline",
  body: "mt-1 whitespace-pre-line wrap-anywhere",
  link: "underline underline-offset-4 wrap-anywhere",
} as const
