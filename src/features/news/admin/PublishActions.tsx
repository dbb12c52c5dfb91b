import { useStore } from "@nanostores/react"
import { useId, useState } from "react"
import { formatLanguageNames } from "../../../i18n/language-names.ts"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { type CallResult, call } from "../../../shared/call.ts"
import type { FieldErrorCode } from "../../../shared/problem.ts"
import { Button } from "../../../ui/Button.tsx"
import { ConfirmDialog } from "../../../ui/dialog/ConfirmDialog.tsx"
import { FormDialog } from "../../../ui/dialog/FormDialog.tsx"
import { mountDialog } from "../../../ui/dialog/mount-dialog.tsx"
import { DateTimeField } from "../../../ui/forms/fields.tsx"
import { MenuButton } from "../../../ui/MenuButton.tsx"
import { SaveButton } from "../../admin/editor/editor-parts.tsx"
import type { ActionsProps } from "../../admin/list/views.ts"
import { DRAFT_STORED_SUBJECT } from "../../admin/screen.ts"
import { toast, toastError } from "../../admin/toast.ts"
import { getPublishTimeError, getPublishTimeFieldValue, parsePublishTime } from "./publish-time.ts"
import {
  getPublishingState,
  getSaveLabel,
  PUBLISHING_ACTIONS,
  type PublishingAction,
  READY_FOR_EDITOR_MESSAGE,
} from "./publishing.ts"
import { type Article, type ArticleValues, savedArticle } from "./schema.ts"
import { findWarnings, WarningsDialog } from "./warnings.tsx"

interface PlanProps {
  /** Publishing time (ISO), or an empty string if none is set. */
  publishTime: string
  onPlan: (publishTime: string) => void
  onCancel: () => void
}

function checkPublishTime(publishTime: string): FieldErrorCode | null {
  if (publishTime === "") return "required"
  return getPublishTimeError(publishTime) ?? (Date.parse(publishTime) > Date.now() ? null : "past")
}

function PlanDialog({ publishTime, onPlan, onCancel }: PlanProps) {
  const t = pageTranslate()
  const id = useId()
  const [localTime, setLocalTime] = useState(getPublishTimeFieldValue(publishTime))
  const [error, setError] = useState<FieldErrorCode>()

  async function confirm() {
    const chosenTime = parsePublishTime(localTime)
    const timeError = checkPublishTime(chosenTime)
    setError(timeError ?? undefined)
    if (timeError) document.getElementById(`${id}field`)?.focus()
    else onPlan(chosenTime)
  }

  return (
    <FormDialog
      title={t("admin:news.publishing.planTitle")}
      className="w-120"
      cancel={t("admin:confirm.cancel")}
      submit={t("admin:news.form.plan")}
      isSending={false}
      failure={null}
      onSubmit={confirm}
      onCancel={onCancel}
    >
      <DateTimeField
        id={`${id}field`}
        error={error}
        label={t("admin:news.form.publishAt")}
        hint={t("admin:news.form.publishAtHint")}
        value={localTime}
        onChange={(value) => {
          setLocalTime(value)
          setError(undefined)
        }}
      />
    </FormDialog>
  )
}

/** Fields of a save that unpublishes an article or cancels its publishing time. */
const UNPUBLISHED = { is_published: false, publish_at: null }

type Props = ActionsProps<Article, ArticleValues>

/**
 * Renders the buttons for a member without the right to publish the article: one saves it, the other reports that it is ready.
 */
export function ReadyActions({ editing, item, isSending, isUploading, save, onClose }: Props) {
  const t = pageTranslate()

  /**
   * Emails the members who can publish the article. Failures are ignored, because the newsroom also lists the article.
   */
  const notifyPublishers = (id: string | undefined) =>
    id && call(`/api/admin/news/${id}/ready`, { method: "POST", payload: {} })

  async function requestPublishing() {
    // Saving a published or planned article would change the public text, so only a draft is stored for an editor.
    if (!item || getPublishingState(item) === "draft") {
      if (await save()) await notifyPublishers(editing.$editing.get().item?.id)
      return
    }
    if (!(await editing.storeNow())) return
    void notifyPublishers(item.id)
    onClose()
    toast("success", READY_FOR_EDITOR_MESSAGE, DRAFT_STORED_SUBJECT)
  }

  return (
    <>
      <SaveButton
        className="btn-ghost"
        isSending={isSending}
        isUploading={isUploading}
        label="admin:news.publishing.save"
      />
      <Button className="btn-small" isBusy={isSending || isUploading} onClick={requestPublishing}>
        {t("admin:news.publishing.ready")}
      </Button>
    </>
  )
}

/** Returns the original of a translation, or null for an original. */
const loadOriginal = async (
  item: Article | null,
  { original_id }: ArticleValues,
): Promise<CallResult<
  Pick<Article, "content" | "cover_alt" | "cover_image_url" | "cover_is_decoration">
> | null> => {
  if (item?.original) return { ok: true, body: item.original, headers: new Headers() }
  if (!original_id) return null
  return call(`/api/admin/news/${original_id}`, { read: savedArticle })
}

function getUnpublishText(item: Article | null): string {
  const t = pageTranslate()
  const languages = (item?.translations ?? [])
    .filter(({ is_published, is_planned }) => is_published || is_planned)
    .map(({ language }) => language)
  return languages.length > 0
    ? t("admin:news.unpublish.translations", { languages: formatLanguageNames(languages) })
    : t("admin:news.unpublish.text")
}

/** Renders the buttons for a member with the right to publish the article. */
export function EditorActions({ editing, item, values, isSending, isUploading, save }: Props) {
  const t = pageTranslate()
  const state = getPublishingState(item)
  const { is_correction: isCorrection = false } = useStore(editing.$extraFields)

  /** Saves a change of the publishing state. If the article has warnings, a dialog shows the warnings first. */
  async function publish(change: { is_published: boolean; publish_at: string | null }) {
    const original = await loadOriginal(item, values)
    if (original && !original.ok) return toastError("admin:editor.notSaved", original.failure)
    const warnings = await findWarnings(values, original?.body)
    if (warnings.length === 0) return void save(change)
    mountDialog(({ onClose: close }) => (
      <WarningsDialog
        warnings={warnings}
        onPublish={() => {
          close()
          void save(change)
        }}
        onBack={close}
      />
    ))
  }

  const openPlanDialog = () =>
    mountDialog(({ onClose: close }) => (
      <PlanDialog
        publishTime={item?.publish_at ?? ""}
        onPlan={(publish_at) => {
          close()
          void publish({ is_published: false, publish_at })
        }}
        onCancel={close}
      />
    ))

  const confirmUnpublishing = () =>
    mountDialog(({ onClose: close }) => (
      <ConfirmDialog
        title={t("admin:news.unpublish.question")}
        text={getUnpublishText(item)}
        confirm={t("admin:news.publishing.actions.unpublish")}
        cancel={t("admin:confirm.cancel")}
        onConfirm={() => {
          close()
          void save(UNPUBLISHED)
        }}
        onCancel={close}
      />
    ))

  function startAction(action: PublishingAction) {
    if (action === "plan" || action === "replan") openPlanDialog()
    else if (action === "publish") void publish({ is_published: true, publish_at: null })
    else if (action === "unpublish") confirmUnpublishing()
    else void save(UNPUBLISHED)
  }

  return (
    <>
      {item && item.original_id === null && item.translations.length > 0 && (
        <label className="flex min-h-11 items-center gap-2.5 text-sm max-lg:basis-full">
          <input
            className="size-5 flex-none accent-glow"
            type="checkbox"
            checked={isCorrection}
            onChange={({ target }) =>
              editing.$extraFields.set(target.checked ? { is_correction: true } : {})
            }
          />
          {t("admin:news.publishing.correction")}
        </label>
      )}
      <SaveButton
        className={state === "published" ? "" : "btn-ghost"}
        isSending={isSending}
        isUploading={isUploading}
        label={getSaveLabel(item)}
      />
      <MenuButton
        className={state === "published" ? "btn-ghost" : ""}
        label={t(`admin:news.publishing.${state}`)}
        isDisabled={isSending || isUploading}
        items={PUBLISHING_ACTIONS[state].map((action) => ({
          label: t(`admin:news.publishing.actions.${action}`),
          onChoose: () => startAction(action),
        }))}
      />
    </>
  )
}
