import { useStore } from "@nanostores/react"
import { type KeyboardEvent, useEffect } from "react"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { onMemberLeft } from "../../session/on-member-left.ts"
import { Button } from "../../ui/Button.tsx"
import { useForm } from "../../ui/forms/use-form.ts"
import { FormNotice } from "../account/FormNotice.tsx"
import { MentionField } from "./MentionField.tsx"
import type { CommentPage } from "./schema.ts"
import { EMPTY_COMMENT, type Thread } from "./thread.ts"

export function CommentForm({ thread, page }: { thread: Thread; page: CommentPage }) {
  const t = pageTranslate()
  const { form } = thread
  const { field, values, failure, isSending } = useForm(form)
  const pending = useStore(thread.$pending)
  useEffect(() => onMemberLeft(() => form.reset(EMPTY_COMMENT)), [form])

  const hasText = values.body.trim() !== ""
  useEffect(() => {
    if (!hasText) return
    const warnBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener("beforeunload", warnBeforeLeaving)
    return () => removeEventListener("beforeunload", warnBeforeLeaving)
  }, [hasText])

  async function submit() {
    const result = await form.submit()
    if (result?.ok) form.reset(EMPTY_COMMENT)
  }
  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void submit()
  }

  // If comments are closed while the viewer types, the text stays visible, so that the viewer can copy it.
  if (page.is_closed && !hasText) return null
  if (!page.viewer) {
    return (
      <p className="flex flex-wrap items-center gap-3">
        {t("errors:problems.no_display_name")}
        <a className="btn btn-ghost btn-small" href={localePath("/profile", pageLocale())}>
          {t("comments:write.profile")}
        </a>
      </p>
    )
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      onKeyDown={handleKeyDown}
    >
      {page.needs_review && <p className="hint mb-3">{t("comments:write.needsReview")}</p>}
      <MentionField
        {...field("body")}
        contentId={thread.contentId}
        value={pending ? EMPTY_COMMENT : values}
        onChange={form.change}
      />
      <FormNotice failure={failure} loginLinkKey="comments:write.logIn" />
      {failure?.code === "comments_closed" && <p className="hint">{t("comments:write.kept")}</p>}
      <Button type="submit" className="btn-small mt-2" isBusy={isSending}>
        {t(isSending ? "comments:write.sending" : "comments:write.submit")}
      </Button>
    </form>
  )
}
