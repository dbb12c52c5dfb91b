import { useStore } from "@nanostores/react"
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react"
import type { MessageKey } from "../../../i18n/keys.ts"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { ConfirmDialog } from "../../../ui/dialog/ConfirmDialog.tsx"
import { focusIdIfLost } from "../../../ui/dialog/focus-if-lost.ts"
import { Form } from "../../../ui/forms/Form.tsx"
import { getFailureKey } from "../../../ui/forms/failure-keys.ts"
import { useForm } from "../../../ui/forms/use-form.ts"
import { LoadFailed } from "../../../ui/LoadState.tsx"
import { isShortcut } from "../../../ui/shortcut.ts"
import type { EditableRow, EditorResource } from "../list/resource.ts"
import type { EditorViews } from "../list/views.ts"
import type { PublishingStore } from "../publishing/build-progress.ts"
import { PROGRESS_LOOKS } from "../publishing/PublishingPanel.tsx"
import { toast } from "../toast.ts"
import { isNewItemId } from "./buffer.ts"
import type { Editing } from "./editing.ts"
import type { Editor, EditorState } from "./editor.ts"
import {
  EDITOR_FORM,
  EDITOR_SCROLL,
  EditorBar,
  EditorFailure,
  EditorFrame,
  EditorNotices,
  NewerVersionNotice,
  SaveButton,
  useRetries,
  useStoredDraft,
} from "./editor-parts.tsx"
import type { MergeProps } from "./MergeDialog.tsx"

interface Props<Full extends EditableRow, Values extends object> {
  screen: {
    resource: EditorResource<Full, Values>
    publishing: PublishingStore
    editor: Editor<Full, Values>
  }
  views: EditorViews<Full, Values>
}

interface FormProps<Full extends EditableRow, Values extends object> extends Props<Full, Values> {
  editing: Editing<Full, Values>
  onClose: () => void
}

const FIELD_SELECTOR = "input:not([hidden], :disabled), textarea, select, [contenteditable=true]"

/** Returns the message key for the state of the unsaved work or of the item. Null if there is nothing to show. */
function useStateText<Full extends EditableRow, Values extends object>(
  { $draft, $editing }: Editing<Full, Values>,
  { resource, publishing }: Props<Full, Values>["screen"],
  { getState }: EditorViews<Full, Values>,
): MessageKey | null {
  const publishingState = useStore(publishing.$publishing)
  const draft = useStore($draft)
  const { item } = useStore($editing)
  if (draft === "saving") return "admin:editor.saving"
  if (draft === "on-server") return "admin:editor.draftSaved"
  if (draft === "in-browser") {
    return resource.serverDrafts ? "admin:editor.onlyHere" : "admin:editor.stored"
  }
  if (draft === "not-stored" || item === null) return null
  if (!resource.isPublic(item)) return getState?.(item) ?? "admin:editor.saved"
  return publishingState.status === "idle"
    ? "admin:editor.saved"
    : PROGRESS_LOOKS[publishingState.progress.status].title
}

const loadMerge = () => import("./MergeDialog.tsx")

function LazyMergeDialog<Values extends object>(props: MergeProps<Values>) {
  const [module, setModule] = useState<Awaited<ReturnType<typeof loadMerge>>>()
  const { onLater } = props
  useEffect(() => {
    loadMerge().then(setModule, (error: unknown) => {
      console.error(error)
      toast("error", { title: "admin:conflict.unavailable", text: getFailureKey("unreachable") })
      onLater()
    })
  }, [onLater])
  return module ? <module.MergeDialog {...props} /> : null
}

function EditorForm<Full extends EditableRow, Values extends object>({
  editing,
  screen,
  views,
  onClose,
}: FormProps<Full, Values>) {
  const t = pageTranslate()
  const { resource } = screen
  const state = useStore(editing.$editing)
  const draft = useStore(editing.$draft)
  const restoredDraft = useStore(editing.$restoredDraft)
  const newerVersion = useStore(editing.$newerVersion)
  const conflict = useStore(editing.$conflict)
  const otherEditors = useStore(editing.$otherEditors)
  const draftFailure = useStore(editing.$draftFailure)
  const [isComparing, setIsComparing] = useState(false)
  const { values, failure, isSending, isUploading } = useForm(editing.form)
  const stateText = useStateText(editing, screen, views)
  const fields = useRef<HTMLDivElement>(null)
  const isDraftOnly = views.isDraftOnly?.(state.item, values) ?? false
  const endComparing = useCallback(() => setIsComparing(false), [])
  const isConflict = state.status === "conflict"
  const comparedVersion = isComparing ? newerVersion : null
  const versionToMerge = isConflict ? conflict : comparedVersion
  useStoredDraft(editing.leave, draft)
  useRetries(editing.retry)

  useEffect(() => {
    if (editing.$editing.get().item === null) fields.current?.querySelector("input")?.focus()
  }, [editing])

  /** Moves the focus to the next field on Enter, which would otherwise save the form. */
  function focusNextField(event: KeyboardEvent) {
    const { target } = event
    if (!(target instanceof HTMLInputElement) || !fields.current?.contains(target)) return
    event.preventDefault()
    if (event.nativeEvent.isComposing) return
    const fieldElements = [...fields.current.querySelectorAll<HTMLElement>(FIELD_SELECTOR)]
    fieldElements[fieldElements.indexOf(target) + 1]?.focus()
  }

  async function saveAndClose(saving: Promise<boolean>): Promise<boolean> {
    const isSaved = await saving
    if (isSaved) onClose()
    return isSaved
  }

  return (
    <>
      <Form
        className={EDITOR_FORM}
        failure={failure}
        onSubmit={() => (isDraftOnly ? editing.storeNow() : saveAndClose(editing.save()))}
        onKeyDown={(event) => {
          if (event.key === "Enter") focusNextField(event)
          if (!isShortcut(event, "Mod+S")) return
          event.preventDefault()
          void (isDraftOnly ? editing.storeNow() : editing.save())
        }}
      >
        <div ref={fields} className={EDITOR_SCROLL}>
          <EditorNotices
            isDeleted={state.status === "editing" && state.isDeleted}
            restoredDraft={restoredDraft}
            draft={draft}
            onDiscard={editing.discard}
          />
          {newerVersion && (
            <NewerVersionNotice version={newerVersion} onCompare={() => setIsComparing(true)} />
          )}
          <views.Form form={editing.form} item={state.item} />
        </div>
        <EditorFailure failure={failure?.code === "sign_in_required" ? failure : draftFailure} />
        <EditorBar
          stateText={stateText && t(stateText)}
          otherEditors={otherEditors}
          onClose={onClose}
        >
          {views.Actions ? (
            <views.Actions
              editing={editing}
              item={state.item}
              values={values}
              isSending={isSending}
              isUploading={isUploading}
              save={(extraFields?: object) => saveAndClose(editing.save(extraFields))}
              onClose={onClose}
            />
          ) : (
            <SaveButton
              isSending={isSending}
              isUploading={isUploading}
              label={views.getSaveLabel(state.item, values)}
            />
          )}
        </EditorBar>
      </Form>
      {versionToMerge && (
        <LazyMergeDialog
          key={versionToMerge.kind + versionToMerge.savedAt}
          newerVersion={versionToMerge}
          mine={values}
          resource={resource}
          confirmLabel={isConflict ? "admin:conflict.save" : "admin:conflict.goOn"}
          onConfirm={(result) => {
            setIsComparing(false)
            if (isConflict) void saveAndClose(editing.keepMine(result))
            else editing.acceptNewer(result)
          }}
          onLater={isConflict ? editing.decideLater : endComparing}
        />
      )}
    </>
  )
}

function getTitle<Full extends EditableRow, Values extends object>(
  state: EditorState<Full, Values>,
  { createTitle, editTitle }: EditorViews<Full, Values>,
): MessageKey {
  if (createTitle && "id" in state && isNewItemId(state.id)) return createTitle
  if (typeof editTitle === "string") return editTitle
  return editTitle(state.status === "open" ? state.editing.form.$values.get() : null)
}

export function EditorDialog<Full extends EditableRow, Values extends object>({
  screen,
  views,
}: Props<Full, Values>) {
  const t = pageTranslate()
  const { editor } = screen
  const state = useStore(editor.$editor)
  const [isConfirming, setIsConfirming] = useState(false)
  if (state.status === "closed") return null

  function close({ mayLoseWork = false } = {}) {
    setIsConfirming(!editor.close({ mayLoseWork }))
    // Moves the focus to the screen's title if the button that opened the editor was removed.
    focusIdIfLost("screen-title")
  }

  return (
    <EditorFrame title={t(getTitle(state, views))} onClose={() => close()}>
      {state.status === "loading" && (
        <div className={`${EDITOR_SCROLL} grid content-start gap-4.5`} role="status">
          <span className="sr-only">{t("admin:editor.loading")}</span>
          <span className="skeleton h-12.5" />
          <span className="skeleton h-12.5" />
          <span className="skeleton h-80" />
        </div>
      )}
      {state.status === "unavailable" && (
        <div className={`${EDITOR_SCROLL} [&>.state]:border-0`}>
          <LoadFailed
            title="admin:editor.unavailable"
            failure={state.failure}
            onRetry={() => void editor.open(state.id)}
          />
        </div>
      )}
      {state.status === "open" && (
        <EditorForm
          key={state.opening}
          editing={state.editing}
          screen={screen}
          views={views}
          onClose={() => close()}
        />
      )}
      {isConfirming && (
        <ConfirmDialog
          title={t("admin:editor.closing.title")}
          text={t("admin:editor.closing.text")}
          confirm={t("admin:editor.closing.close")}
          cancel={t("admin:confirm.cancel")}
          onConfirm={() => close({ mayLoseWork: true })}
          onCancel={() => setIsConfirming(false)}
        />
      )}
    </EditorFrame>
  )
}
