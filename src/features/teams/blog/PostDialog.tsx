/**
 * The dialog to write or edit a post. A closed dialog keeps the text until the post is saved or the page is left.
 */
import { useStore } from "@nanostores/react"
import { useEffect, useState } from "react"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { onMemberLeft } from "../../../session/on-member-left.ts"
import { Button } from "../../../ui/Button.tsx"
import { FormDialog } from "../../../ui/dialog/FormDialog.tsx"
import { CheckField, TextField } from "../../../ui/forms/fields.tsx"
import { getGuessedLanguage, LanguageField } from "../../../ui/forms/LanguageField.tsx"
import { useForm } from "../../../ui/forms/use-form.ts"
import { RichTextField } from "../../../ui/rich-text/RichTextField.tsx"
import { showOutcome } from "../../../ui/toast/show-outcome.ts"
import { ConfirmEmail } from "../../account/email/ConfirmEmail.tsx"
import { PublishNotice } from "../../account/email/PublishNotice.tsx"
import { OWN_SITE } from "../../cards/own-site.ts"
import { StaleNotice } from "../form-parts.tsx"
import { putPost, removeCachedPost } from "../page/team-page.ts"
import { POST_LIMITS, type TeamPost } from "../schema.ts"
import { getTeamSlug } from "../team.ts"
import { createPostForms, type PostEditing } from "./post-form.ts"

const forms = createPostForms(getTeamSlug(location.pathname) ?? "")
onMemberLeft(forms.clear)

interface Props {
  slug: string
  post: TeamPost | null
  onClose: () => void
}

export function PostDialog({ slug, post, onClose }: Props) {
  const t = pageTranslate()
  const [editing] = useState(() => forms.open(post))
  const { values, field, failure, isSending, isWaitingForUploads, submitText } = useForm(
    editing.form,
  )
  const editingState = useStore(editing.$editing)
  const newerVersion = editingState.status === "conflict" ? editingState.theirs : null

  useEffect(() => onMemberLeft(onClose), [onClose])
  useEffect(() => forms.warnBeforeUnload(), [])

  /** `save` is `editing.save`, or `editing.keepMine`, which overwrites the newer version after a conflict. */
  async function submit(save: PostEditing["save"]) {
    const isPublished = values.is_published
    const result = await save()
    if (!result) return
    const code = result.ok ? null : result.failure.code
    // The fields or the notice about the email address show these failures.
    if (code === "invalid" || code === "email_unconfirmed") return
    const successText = post
      ? t("teams:posts.updated")
      : t(`teams:posts.created.${isPublished ? "published" : "draft"}`)
    const failureText = post ? "teams:posts.updateFailed" : "teams:posts.createFailed"
    showOutcome(result, { title: successText }, failureText, post?.id)
    // `not_found`: the post was deleted while it was edited. The dialog stays open, so that the text can be copied.
    if (code === "not_found" && post) removeCachedPost(slug, post.id)
    if (!result.ok) return
    forms.drop(post)
    putPost(slug, result.body, { isNew: !post })
    onClose()
  }

  const conflictNotice = newerVersion && (
    <StaleNotice
      text={t("teams:posts.form.stale")}
      overwriteText={t("teams:posts.form.staleOverwrite")}
      onOverwrite={() => void submit(editing.keepMine)}
    >
      <Button className="btn-ghost btn-small" onClick={editing.takeTheirs}>
        {t("teams:posts.form.staleReload")}
      </Button>
      <details className="w-full text-md">
        <summary className="link">{t("teams:posts.form.staleTheirs")}</summary>
        <div
          className="mt-2.5 max-h-[30dvh] overflow-auto wrap-anywhere whitespace-pre-wrap"
          lang={newerVersion.language}
        >
          <p className="font-semibold">{newerVersion.title}</p>
          {newerVersion.content}
        </div>
      </details>
    </StaleNotice>
  )
  const deletedNotice = post && failure?.code === "not_found" && (
    <p className="error" role="alert">
      {t("teams:posts.form.gone")}
    </p>
  )
  const publishNotice = (
    <PublishNotice
      failure={failure}
      text="account:unconfirmed.post"
      loginLinkKey="teams:posts.form.signIn"
    />
  )

  return (
    <FormDialog
      title={t(post ? "teams:posts.form.edit" : "teams:posts.form.new")}
      className="w-265 [--above-scroll:-28px] [&_:is(.rich-text,.rich-source)]:min-h-[clamp(220px,36dvh,420px)]"
      cancel={t("teams:posts.form.cancel")}
      submit={t(submitText("teams:posts.form.save", "teams:posts.form.saving"))}
      isSending={isSending || isWaitingForUploads}
      failure={failure}
      notice={conflictNotice || deletedNotice || publishNotice}
      onSubmit={() => submit(editing.save)}
      onCancel={onClose}
    >
      {failure?.code !== "email_unconfirmed" && <ConfirmEmail text="account:unconfirmed.post" />}
      <TextField
        {...field("title")}
        label={t("teams:posts.form.title")}
        max={POST_LIMITS.title}
        isRequired
      />
      <RichTextField
        {...field("content")}
        label={t("teams:posts.form.content")}
        max={POST_LIMITS.content}
        lang={values.language ?? getGuessedLanguage(post) ?? pageLocale()}
        bucket="team-images"
        siteSuggestions={OWN_SITE}
        waitFor={editing.form.waitFor}
      />
      <TextField
        {...field("video_url")}
        label={t("teams:posts.form.video")}
        hint={t("teams:posts.form.videoHint")}
        max={POST_LIMITS.url}
      />
      <LanguageField {...field("language")} guessedLanguage={getGuessedLanguage(post)} />
      <CheckField
        {...field("is_published")}
        label={t("teams:posts.form.publish")}
        hint={t("teams:posts.form.publishHint")}
      />
    </FormDialog>
  )
}
