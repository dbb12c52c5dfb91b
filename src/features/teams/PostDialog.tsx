/** Writing a post. What is typed stays when the dialog is closed, until it is saved or the page is left. */
import "../../ui/dialog.css"
import { useEffect, useId, useState } from "react"
import { failed } from "../../call.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { Form } from "../../ui/Form.tsx"
import { CheckField, TextField } from "../../ui/fields.tsx"
import { MarkdownField } from "../../ui/MarkdownField.tsx"
import { Modal } from "../../ui/Modal.tsx"
import { tellOutcome } from "../../ui/tell-outcome.ts"
import { useForm } from "../../ui/use-form.ts"
import { WaitingButton } from "../../ui/WaitingButton.tsx"
import { onLeft } from "../session/on-left.ts"
import { sendPost } from "./blog.ts"
import { FormNotice } from "./FormNotice.tsx"
import type { TeamPost } from "./post.ts"
import { createPostForms } from "./post-form.ts"
import { StaleNotice } from "./StaleNotice.tsx"
import { POST_LIMITS } from "./schema.ts"
import { blogStore, pageSlug } from "./team-page.ts"

const forms = createPostForms(async (post, before) => {
  const slug = pageSlug()
  return slug ? sendPost(slug, post, before) : failed("not_found")
})
onLeft(forms.clear)

const keepText = (event: BeforeUnloadEvent) => {
  if (forms.isAnyDirty()) event.preventDefault()
}

interface Props {
  post: TeamPost | null
  onClose: () => void
}

export function PostDialog({ post, onClose }: Props) {
  const t = pageTranslate()
  const titleId = useId()
  const [{ form, overwrite }] = useState(() => forms.open(post))
  const { values, change, field, failure, isSending } = useForm(form)

  useEffect(() => onLeft(onClose), [onClose])
  // Also after it is closed: the text is still in it.
  useEffect(() => addEventListener("beforeunload", keepText), [])

  async function submit() {
    const answer = await form.submit()
    if (!answer) return
    const failure = answer.ok ? null : answer.failure
    // Said at the fields.
    if (failure?.code === "invalid") return
    const done = post
      ? t("teams:posts.updated")
      : t(`teams:posts.created.${values.is_published ? "published" : "draft"}`)
    const failedText = post ? "teams:posts.updateFailed" : "teams:posts.createFailed"
    tellOutcome(failure, { title: done }, failedText, post?.id)
    if (!answer.ok) return
    forms.drop(post)
    blogStore.put(answer.body)
    onClose()
  }

  return (
    <Modal labelledBy={titleId} className="team-dialog post-dialog" onCancel={onClose}>
      <h2 id={titleId}>{t(post ? "teams:posts.form.edit" : "teams:posts.form.new")}</h2>
      <Form className="team-form" failure={failure} onSubmit={submit}>
        <TextField
          {...field("title")}
          label={t("teams:posts.form.title")}
          value={values.title}
          max={POST_LIMITS.title}
          isRequired
          onChange={(title) => change({ title })}
        />
        <MarkdownField
          {...field("content")}
          label={t("teams:posts.form.content")}
          value={values.content}
          max={POST_LIMITS.content}
          lang={pageLocale()}
          onChange={(content) => change({ content })}
        />
        <TextField
          {...field("video_url")}
          label={t("teams:posts.form.video")}
          hint={t("teams:posts.form.videoHint")}
          value={values.video_url}
          max={POST_LIMITS.url}
          onChange={(video_url) => change({ video_url })}
        />
        <CheckField
          {...field("is_published")}
          label={t("teams:posts.form.publish")}
          hint={t("teams:posts.form.publishHint")}
          isOn={values.is_published}
          onChange={(is_published) => change({ is_published })}
        />
        {failure?.code === "stale" ? (
          <StaleNotice
            text={t("teams:posts.form.stale")}
            overwriteText={t("teams:posts.form.staleOverwrite")}
            onOverwrite={() => {
              overwrite()
              void submit()
            }}
          />
        ) : (
          <FormNotice failure={failure} />
        )}
        <div className="dialog-actions">
          <button className="btn btn-ghost btn-small" type="button" onClick={onClose}>
            {t("teams:posts.form.cancel")}
          </button>
          <WaitingButton className="btn-small" type="submit" isBusy={isSending}>
            {t(isSending ? "teams:posts.form.saving" : "teams:posts.form.save")}
          </WaitingButton>
        </div>
      </Form>
    </Modal>
  )
}
