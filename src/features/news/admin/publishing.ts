/** What can be done with an article beside saving it, by whom. */
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

/** Whether somebody may publish an article; translators publish translations, if at all. */
export function mayPublish(session: Session, originalId: string | null): boolean {
  if (session.status !== "signed-in") return false
  const { role, newsroom } = session
  if (role === "super_admin" || newsroom?.kind === "editor") return true
  return originalId !== null && newsroom?.may_publish === true
}

/** Whether an editor is to publish what they save; a session that ended holds nobody back. */
export const isHeldBack = (session: Session, originalId: string | null): boolean =>
  session.status === "signed-in" && !mayPublish(session, originalId)

export type PublishingAction = "publish" | "plan" | "replan" | "cancelPlan" | "unpublish"

const ACTIONS: Record<PublishingState, readonly PublishingAction[]> = {
  draft: ["publish", "plan"],
  planned: ["publish", "replan", "cancelPlan"],
  published: ["unpublish"],
}

/** What the menu offers, the usual first. */
export const publishingActions = (state: PublishingState): readonly PublishingAction[] =>
  ACTIONS[state]

/** What the button beside the menu says. */
export const saveLabel = (
  item: Pick<ArticleRow, "is_published" | "publish_at"> | null,
): MessageKey =>
  publishingState(item) === "draft" ? "admin:news.form.saveDraft" : "admin:news.form.saveChanges"
