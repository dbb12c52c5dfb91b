import { useId, useState } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import type { Failure } from "../../shared/call.ts"
import { Button } from "../../ui/Button.tsx"
import { checkWithSchema } from "../../ui/forms/submission.ts"
import { FormNotice } from "../account/FormNotice.tsx"
import { MentionField } from "./MentionField.tsx"
import { type Comment, changedComment } from "./schema.ts"
import type { Thread } from "./thread.ts"

interface Props {
  thread: Thread
  comment: Comment
  onClose: () => void
}

export function EditForm({ thread, comment, onClose }: Props) {
  const t = pageTranslate()
  const id = useId()
  const [value, setValue] = useState({ body: comment.body, names: comment.mentions })
  const [failure, setFailure] = useState<Failure | null>(null)

  async function save() {
    const checked = checkWithSchema(changedComment, { body: value.body })
    const result = checked.ok ? await thread.edit(comment.id, checked.body.body) : checked
    if (result.ok) onClose()
    else setFailure(result.failure)
  }
  return (
    <div className="mt-2">
      <MentionField
        id={id}
        error={failure?.errors["body"]}
        contentId={thread.contentId}
        value={value}
        onChange={(changed) => {
          setValue(changed)
          setFailure(null)
        }}
      />
      <FormNotice failure={failure} loginLinkKey="comments:write.logIn" />
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
