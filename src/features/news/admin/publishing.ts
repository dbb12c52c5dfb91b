/** The publishing state of an article, and the actions of members on it. */
import type { MessageKey } from "../../../i18n/keys.ts"
import type { Session } from "../../../session/session.ts"
import type { ArticleRow } from "./schema.ts"

export type PublishingState = "draft" | "planned" | "published"

export const publishingState = (
  item: Pick<ArticleRow, "is_published" | "publish_at"> | null,
): PublishingState => {
  if (item?.is_published) return "published"
  return item?.publish_at ? "planned" : "draft"
}

/** Returns whether a member may publish an article. Some translators may publish translations. */
export function mayPublish(session: Session, originalId: string | null): boolean {
  if (session.status !== "signed-in") return false
  const { role, newsroom } = session
  if (role === "super_admin" || newsroom?.kind === "editor") return true
  return originalId !== null && newsroom?.may_publish === true
}

/**
 * Returns whether the member's changes need an editor to publish them. False while the session is unknown or expired.
 */
export const isHeldBack = (session: Session, originalId: string | null): boolean =>
  session.status === "signed-in" && !mayPublish(session, originalId)

export type PublishingAction = "publish" | "plan" | "replan" | "cancelPlan" | "unpublish"

/** The items of the publishing menu by state, the most common one first. */
export const PUBLISHING_ACTIONS: Record<PublishingState, readonly PublishingAction[]> = {
  draft: ["publish", "plan"],
  planned: ["publish", "replan", "cancelPlan"],
  published: ["unpublish"],
}

/** Returns the label of the save button. */
export const saveLabel = (
  item: Pick<ArticleRow, "is_published" | "publish_at"> | null,
): MessageKey =>
  publishingState(item) === "draft" ? "admin:news.form.saveDraft" : "admin:news.form.saveChanges"
