/** The form that changes a comment. If saving fails, the typed text stays. */
import { useId, useState } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import type { Failure } from "../../shared/call.ts"
import { Button } from "../../ui/Button.tsx"
import { TextField } from "../../ui/forms/fields.tsx"
import { checkWithSchema } from "../../ui/forms/submission.ts"
import { FormNotice } from "../account/FormNotice.tsx"
import { COMMENT_MAX, type Comment, changedComment } from "./schema.ts"
import type { Thread } from "./thread.ts"

interface Props {
  thread: Thread
  comment: Comment
  onClose: () => void
}

export function EditForm({ thread, comment, onClose }: Props) {
  const t = pageTranslate()
  const id = useId()
  const [body, setBody] = useState(comment.body)
  const [failure, setFailure] = useState<Failure | null>(null)

  async function save() {
    const checked = checkWithSchema(changedComment, { body })
    const answer = checked.ok ? await thread.edit(comment.id, checked.body.body) : checked
    if (answer.ok) onClose()
    else setFailure(answer.failure)
  }
  return (
    <div className="mt-2">
      <TextField
        id={id}
        error={failure?.errors["body"]}
        value={body}
        label={t("comments:write.label")}
        max={COMMENT_MAX}
        lines={3}
        onChange={(typed) => {
          setBody(typed)
          setFailure(null)
        }}
      />
      <FormNotice failure={failure} signIn="comments:write.logIn" />
      <p className="mt-2 flex gap-2.5">
        <Button className="btn-small" onClick={save}>
          {t("comments:edit.submit")}
        </Button>
        <Button className="btn-ghost btn-small" onClick={onClose}>
          {t("comments:edit.cancel")}
        </Button>
      </p>
    </div>
  )
}
