import type { MessageKey } from "../../../i18n/keys.ts"
import type { NewsroomGrant } from "../../../schema/roles.ts"
import type { Message } from "../../admin/toast.ts"
import type { ArticleRow } from "./schema.ts"

/** `planned`: the article will be published at a time in the future. */
export type PublishingState = "draft" | "planned" | "published"

export const getPublishingState = (
  item: Pick<ArticleRow, "is_published" | "publish_at"> | null,
): PublishingState => {
  if (item?.is_published) return "published"
  return item?.publish_at ? "planned" : "draft"
}

/** Returns whether the member may publish a translation of `originalId`, or an original (`originalId` is null). */
export const mayPublish = (
  { kind, may_publish }: NewsroomGrant,
  originalId: string | null,
): boolean => kind === "editor" || (originalId !== null && may_publish)

/** Toast after a save by a member without the right to publish: an editor can now publish the article. */
export const READY_FOR_EDITOR_MESSAGE: Message = {
  title: "admin:news.saved.ready.title",
  text: "admin:news.saved.ready.text",
}

export type PublishingAction = "publish" | "plan" | "replan" | "cancelPlan" | "unpublish"

export const PUBLISHING_ACTIONS: Record<PublishingState, readonly PublishingAction[]> = {
  draft: ["publish", "plan"],
  planned: ["publish", "replan", "cancelPlan"],
  published: ["unpublish"],
}

export const getSaveLabel = (
  item: Pick<ArticleRow, "is_published" | "publish_at"> | null,
): MessageKey =>
  getPublishingState(item) === "draft" ? "admin:news.form.saveDraft" : "admin:news.form.saveChanges"
