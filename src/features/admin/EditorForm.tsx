/** The writing itself: fields, notices, and the bar that saves. */
import { useStore } from "@nanostores/react"
import { useEffect, useRef } from "react"
import { Form } from "../../ui/Form.tsx"
import { isShortcut } from "../../ui/shortcut.ts"
import { useForm } from "../../ui/use-form.ts"
import { ConflictDialog } from "./ConflictDialog.tsx"
import { EditorBar } from "./EditorBar.tsx"
import { EditorFailure } from "./EditorFailure.tsx"
import { EditorNotices } from "./EditorNotices.tsx"
import type { Editing } from "./editing.ts"
import type { PublishingStore } from "./publishing.ts"
import type { EditableRow, Resource } from "./resource.ts"
import { useKeepingDraft } from "./use-keeping-draft.ts"
import type { Views } from "./views.ts"

interface Props<Listed extends EditableRow, Full extends Listed, Values extends object> {
  editing: Editing<Listed, Full, Values>
  resource: Resource<Listed, Full, Values>
  publishing: PublishingStore
  views: Views<Listed, Full, Values>
  onClose: () => void
}

export function EditorForm<Listed extends EditableRow, Full extends Listed, Values extends object>({
  editing,
  resource,
  publishing,
  views,
  onClose,
}: Props<Listed, Full, Values>) {
  const state = useStore(editing.$editing)
  const draft = useStore(editing.$draft)
  const { values, failure, isSending, isWaiting } = useForm(editing.form)
  const fields = useRef<HTMLDivElement>(null)
  useKeepingDraft(editing.keepDraft, draft === "not-kept")

  useEffect(() => {
    // Something new begins with its first field.
    if (editing.$editing.get().item === null) fields.current?.querySelector("input")?.focus()
  }, [editing])

  async function saveAndClose(saving: Promise<boolean>) {
    if (await saving) onClose()
  }

  return (
    <Form
      className="editor-form"
      failure={failure}
      onSubmit={() => saveAndClose(editing.save())}
      onKeyDown={(event) => {
        if (!isShortcut(event, "Mod+S")) return
        event.preventDefault()
        void editing.save()
      }}
    >
      <div ref={fields} className="editor-scroll">
        <EditorNotices
          isGone={state.status === "writing" && state.isGone}
          restored={state.status === "writing" ? state.restored : null}
          draft={draft}
          onDiscard={editing.discardDraft}
        />
        <views.Form form={editing.form} item={state.item} />
      </div>
      <EditorFailure failure={failure} />
      <EditorBar
        publishing={publishing}
        draft={draft}
        isNew={state.item === null}
        isSending={isSending}
        isWaiting={isWaiting}
        label={views.saveLabel(state.item, values)}
        onClose={onClose}
      />
      {state.status === "conflict" && (
        <ConflictDialog
          theirs={state.theirs}
          mine={values}
          resource={resource}
          onKeepMine={() => void saveAndClose(editing.keepMine())}
          onTakeTheirs={editing.takeTheirs}
          onLater={editing.decideLater}
        />
      )}
    </Form>
  )
}
