import { type ReactNode, useEffect, useId } from "react"
import { formatDate } from "../../../i18n/dates.ts"
import type { MessageKey } from "../../../i18n/keys.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { getLoginUrl } from "../../../session/login-address.ts"
import type { Failure } from "../../../shared/call.ts"
import { Button } from "../../../ui/Button.tsx"
import { Modal } from "../../../ui/dialog/Modal.tsx"
import { getFailureKey } from "../../../ui/forms/failure-keys.ts"
import { IconButton, Notice } from "../parts.tsx"
import type { DraftState } from "./draft.ts"
import type { NewerVersion } from "./editing.ts"

const joinNames = (names: string[]) => new Intl.ListFormat(pageLocale()).format(names)

const PADDING_CLASSES = "px-6.5 max-md:px-4"

export const EDITOR_FORM = "flex min-h-0 flex-1 flex-col"
/** Classes of the editor's scrolling part. The scroll padding keeps the label and error of a focused field visible. */
export const EDITOR_SCROLL = `flex-1 overflow-auto scroll-pt-12 scroll-pb-20 pt-6 [--above-scroll:-24px] pb-8 ${PADDING_CLASSES}`

interface FrameProps {
  title: string
  onClose: () => void
  children: ReactNode
}

export function EditorFrame({ title, onClose, children }: FrameProps) {
  const t = pageTranslate()
  const titleId = useId()
  return (
    <Modal
      labelledBy={titleId}
      className="editor h-[calc(100dvh-48px)] max-h-none w-[min(1240px,100%-48px)] flex-col overflow-hidden bg-ink p-0 open:flex max-md:inset-0 max-md:m-0 max-md:h-dvh max-md:w-full max-md:max-w-none max-md:rounded-none max-md:border-0 [&_.field]:grid-cols-1 [&_.hint]:wrap-anywhere [&_.field>.input]:min-h-11 [&_.field>.input]:px-3.5 [&_.field>.input]:py-2 [&_:is(.hint,.error):empty]:hidden [&_textarea]:resize-y"
      isDialogFocused
      onCancel={onClose}
    >
      <header className="flex items-center gap-2.5 border-b border-line py-2.5 pr-3.5 pl-6.5 max-md:pr-1.5 max-md:pl-4">
        <h2 id={titleId} className="flex-1 text-lg">
          {title}
        </h2>
        <IconButton icon="close" size={24} label={t("admin:editor.close")} onClick={onClose} />
      </header>
      {children}
    </Modal>
  )
}

export const COMPARISON_DIALOG = "w-[min(960px,100%-32px)] [&>p]:mt-2"

export const STICKY_ACTIONS =
  "dialog-actions sticky -bottom-7 z-1 -mx-7 -mb-7 border-t border-line bg-raise px-7 py-3.5 max-md:px-4 max-md:[&>.btn]:flex-auto max-md:[&>.btn]:px-3"

interface BarProps {
  stateText: string | null
  otherEditors: readonly string[]
  onClose: () => void
  children: ReactNode
}

export function EditorBar({ stateText, otherEditors, onClose, children }: BarProps) {
  const t = pageTranslate()
  const names = otherEditors.map((name) => name || t("admin:editor.somebody"))
  return (
    <footer
      className={`flex items-center justify-end gap-2.5 border-t border-line py-3 max-xl:flex-wrap max-md:py-2 max-md:[&>.btn]:flex-auto max-md:[&>.btn]:px-3 ${PADDING_CLASSES}`}
    >
      <p
        className="flex-1 text-sm text-soft max-xl:basis-full max-xl:empty:hidden [&>*+*]:before:content-['·_']"
        role="status"
      >
        {stateText && <span>{stateText} </span>}
        {names.length > 0 && (
          <span>{t("admin:editor.others", { count: names.length, names: joinNames(names) })}</span>
        )}
      </p>
      <Button className="btn-ghost btn-small max-lg:hidden" onClick={onClose}>
        {t("admin:editor.close")}
      </Button>
      {children}
    </footer>
  )
}

/**
 * Stores the draft when the page is hidden, shown or closed. The browser warns before a draft that is not stored is
 * lost.
 */
export function useStoredDraft(storeDraft: () => void, draft: DraftState) {
  const mayBeLost = draft === "not-stored"
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener("pagehide", storeDraft)
    document.addEventListener("visibilitychange", storeDraft)
    if (mayBeLost) addEventListener("beforeunload", warn)
    return () => {
      removeEventListener("pagehide", storeDraft)
      document.removeEventListener("visibilitychange", storeDraft)
      removeEventListener("beforeunload", warn)
    }
  }, [storeDraft, mayBeLost])
}

/** Calls `retry` when the connection returns or the window gets the focus. */
export function useRetries(retry: () => void): void {
  useEffect(() => {
    addEventListener("online", retry)
    addEventListener("focus", retry)
    return () => {
      removeEventListener("online", retry)
      removeEventListener("focus", retry)
    }
  }, [retry])
}

const NEWER_VERSION_TEXTS = {
  saved: {
    own: "admin:conflict.own",
    named: "admin:conflict.title",
    unnamed: "admin:conflict.unnamed",
  },
  draft: {
    own: "admin:conflict.ownDraft",
    named: "admin:conflict.draft",
    unnamed: "admin:conflict.someDraft",
  },
  tab: { own: "admin:conflict.tab", named: "admin:conflict.tab", unnamed: "admin:conflict.tab" },
} as const

type VersionAuthor = Pick<NewerVersion<object>, "kind" | "name" | "isOwn">

export function describeNewerVersion({ kind, name, isOwn }: VersionAuthor): string {
  const { own, named, unnamed } = NEWER_VERSION_TEXTS[kind]
  if (isOwn) return pageTranslate()(own)
  return name ? pageTranslate()(named, { name }) : pageTranslate()(unnamed)
}

interface NewerVersionProps {
  version: VersionAuthor
  onCompare: () => void
}

export function NewerVersionNotice({ version, onCompare }: NewerVersionProps) {
  return (
    <div role="status">
      <Notice>
        {describeNewerVersion(version)}
        <button className="link -my-2 min-h-11" type="button" onClick={onCompare}>
          {pageTranslate()("admin:conflict.look")}
        </button>
      </Notice>
    </div>
  )
}

interface NoticesProps {
  isDeleted: boolean
  restoredDraft: { savedAt: string; name?: string | null } | null
  draft: DraftState
  onDiscard: () => void
}

const formatTime = (timestamp: string) => formatDate(timestamp, "dateTime", pageLocale())

export function EditorNotices({ isDeleted, restoredDraft, draft, onDiscard }: NoticesProps) {
  const t = pageTranslate()
  return (
    <>
      {isDeleted && <Notice tone="bad">{t("admin:editor.gone")}</Notice>}
      {restoredDraft && draft !== "none" && (
        <Notice>
          {restoredDraft.name
            ? t("admin:editor.restoredBy", {
                name: restoredDraft.name,
                time: formatTime(restoredDraft.savedAt),
              })
            : t("admin:editor.restored", { time: formatTime(restoredDraft.savedAt) })}
          <button className="link -my-2 min-h-11" type="button" onClick={onDiscard}>
            {t("admin:editor.discard")}
          </button>
        </Notice>
      )}
      {draft === "not-stored" && <Notice tone="bad">{t("admin:editor.notStored")}</Notice>}
    </>
  )
}

export function EditorFailure({ failure }: { failure: Failure | null }) {
  const t = pageTranslate()
  return (
    <div className={PADDING_CLASSES} role="alert">
      {failure && failure.code !== "stale" && (
        <Notice tone="bad" className="my-2.5">
          {failure.code === "sign_in_required" ? (
            <>
              {t("admin:editor.signInAgain")}
              <a className="link" href={getLoginUrl()}>
                {t("admin:editor.signInAgainLink")}
              </a>
            </>
          ) : (
            t(getFailureKey(failure.code))
          )}
        </Notice>
      )}
    </div>
  )
}

interface SaveProps {
  isSending: boolean
  isUploading: boolean
  label: MessageKey
  className?: string
}

export function SaveButton({ isSending, isUploading, label, className = "" }: SaveProps) {
  const t = pageTranslate()
  const isBusy = isSending || isUploading
  return (
    <button
      className={`btn btn-small ${className}`}
      type="submit"
      disabled={isBusy}
      aria-busy={isBusy}
      aria-keyshortcuts="Control+S Meta+S"
      title={t("admin:editor.shortcut")}
    >
      {isSending ? t("admin:editor.saving") : t(isUploading ? "common:picture.waiting" : label)}
    </button>
  )
}
