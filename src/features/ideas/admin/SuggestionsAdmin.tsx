/** Renders the inbox of suggestions from visitors. Super admins can turn a suggestion into a public idea. */
import { useStore } from "@nanostores/react"
import { useState } from "react"
import { LOCALE_NAMES } from "../../../i18n/locales.ts"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { call } from "../../../shared/call.ts"
import { cutText } from "../../../shared/description.ts"
import { createBrowserBuffer, getDraftIdOfNewItem } from "../../admin/editor/buffer.ts"
import { createCalls } from "../../admin/editor/calls.ts"
import { EditorDialog } from "../../admin/editor/EditorDialog.tsx"
import { createEditor } from "../../admin/editor/editor.ts"
import { createBulkCall, createBulkDeletion } from "../../admin/list/actions.ts"
import { ListView } from "../../admin/list/ListView.tsx"
import { type Action, createListParams, type ListResource } from "../../admin/list/resource.ts"
import { RowBadges, RowLines } from "../../admin/list/row-parts.tsx"
import type { EditorViews, ListViews } from "../../admin/list/views.ts"
import { Ago, Badge, Gated, IconButton, Notice, UnsavedBadge } from "../../admin/parts.tsx"
import { closedEditorToasts, createListScreen } from "../../admin/screen.ts"
import { toast, toastError } from "../../admin/toast.ts"
import { IdeaFields } from "./IdeaFields.tsx"
import { createIdeaValues, ideas } from "./ideas.ts"
import {
  type IdeaValues,
  ideaValues,
  type ListedIdea,
  listedIdea,
  type Suggestion,
  suggestion,
} from "./schema.ts"

const createReadAction = (name: "read" | "unread"): Action<Suggestion> => ({
  name,
  icon: name === "read" ? "check" : "inbox",
  label: `admin:suggestions.${name}.label`,
  itemLabel: `admin:suggestions.${name}.item`,
  appliesTo: ({ read_at }) => (name === "read" ? read_at === null : read_at !== null),
  run: createBulkCall("suggestions", name, (row) => ({
    ...row,
    read_at: name === "read" ? (row.read_at ?? new Date().toISOString()) : null,
  })),
  done: { title: `admin:suggestions.${name}.done` },
  doneMany: `admin:suggestions.${name}.doneMany`,
  failed: "admin:suggestions.updateFailed",
})

const actions: Action<Suggestion>[] = [
  createReadAction("read"),
  createReadAction("unread"),
  createBulkDeletion("suggestions"),
]

const suggestions: ListResource<Suggestion> = {
  name: "suggestions",
  row: suggestion,
  getTitle: ({ title }) => title,
  params: createListParams(["unread", "read"]),
  publicPath: null,
  actions,
  bulk: actions,
}

/** Maximum number of characters of a text that is shown in full. Longer texts are collapsed to this length. */
const MAX_EXPANDED_LENGTH = 220

const TEXT_CLASS = "max-w-[72ch] text-md leading-normal whitespace-pre-line text-soft wrap-anywhere"

function SuggestedText({ row: { description, language } }: { row: Suggestion }) {
  if (description.length <= MAX_EXPANDED_LENGTH) {
    return (
      <p className={TEXT_CLASS} lang={language}>
        {description}
      </p>
    )
  }
  return (
    <details className={`group/text ${TEXT_CLASS}`}>
      <summary className="group-open/text:after:content-['▴']">
        <span className="group-open/text:hidden" lang={language}>
          {cutText(description, MAX_EXPANDED_LENGTH)}…
        </span>
      </summary>
      <p lang={language}>{description}</p>
    </details>
  )
}

/** Escapes all characters of the address except `@`, because an address may contain `&`, `?`, `%` and `#`. */
const createMailtoLink = (email: string): string =>
  `mailto:${encodeURIComponent(email).replace("%40", "@")}`

function SuggestionRow({ row }: { row: Suggestion }) {
  const t = pageTranslate()
  const { priority, email, language } = row
  return (
    <>
      <RowLines
        title={row.title}
        lang={language}
        text={<SuggestedText row={row} />}
        facts={
          <>
            <span>{row.name ?? t("admin:suggestions.nobody")}</span>
            {email && (
              <span>
                <a className="link" href={createMailtoLink(email)}>
                  {email}
                </a>
              </span>
            )}
            <span>{LOCALE_NAMES[language]}</span>
            <Ago at={row.received_at} />
          </>
        }
      />
      <RowBadges areMany>
        {row.read_at === null && <Badge tone="featured">{t("admin:suggestions.new")}</Badge>}
        <Badge>{t(`admin:ideas.categories.${row.category}`)}</Badge>
        <Badge tone={priority === "high" ? "bad" : "plain"}>
          {t(`admin:suggestions.priorities.${priority}`)}
        </Badge>
        {row.idea_id && <Badge tone="good">{t("admin:suggestions.isIdea")}</Badge>}
      </RowBadges>
    </>
  )
}

/** Creates the list of suggestions, and the editor for an idea that is made from one of them. */
function createInbox(userId: string) {
  const screen = createListScreen(suggestions, { search: location.search })
  // The name "making" must not change, because it is part of the keys of drafts in the browser.
  const buffer = createBrowserBuffer({ name: "making", userId, values: ideaValues })
  /** The suggestion that the editor turns into an idea. */
  let source: Suggestion | null = null
  const resource: typeof ideas = {
    ...ideas,
    newItemFor: (id) => source && { id, initialValues: createIdeaValues(source) },
  }
  const editor = createEditor({
    resource,
    buffer,
    blank: resource.createBlankValues("en"),
    calls: {
      ...createCalls(ideas),
      create: (_, payload) =>
        call(`/api/admin/suggestions/${source?.id}/idea`, {
          method: "POST",
          payload,
          read: listedIdea,
        }),
    },
    ...closedEditorToasts,
    onSaved(before, { id }) {
      if (before || !source) return
      const read_at = source.read_at ?? new Date().toISOString()
      screen.list.put({ ...source, idea_id: id, read_at })
      toast("success", { title: "admin:ideas.saved.created", text: "admin:suggestions.make.done" })
    },
    onFailed(failure) {
      toastError("admin:suggestions.make.failed", failure)
      if (failure.code !== "already_decided" && failure.code !== "not_found") return
      // Another super admin has deleted the suggestion or turned it into an idea, so the editor closes.
      const state = editor.$editor.get()
      if (state.status === "open") state.editing.discard()
      editor.close()
      screen.list.reload()
    },
  })
  function openIdeaEditor(row: Suggestion): void {
    source = row
    void editor.open(row.id)
  }
  const ideaScreen = { resource, editor, publishing: screen.publishing }
  return { ...screen, buffer, openIdeaEditor, ideaScreen }
}

interface Props {
  row: Suggestion
  inbox: ReturnType<typeof createInbox>
}

function IdeaButton({ row, inbox: { buffer, openIdeaEditor } }: Props) {
  const t = pageTranslate()
  const isUnsaved = useStore(buffer.$ids).includes(getDraftIdOfNewItem(row.id))
  if (row.idea_id) return null
  return (
    <>
      {isUnsaved && <UnsavedBadge />}
      <IconButton
        icon="idea"
        label={t("admin:suggestions.make.item", { title: row.title })}
        title={t("admin:suggestions.make.label")}
        onClick={() => openIdeaEditor(row)}
      />
    </>
  )
}

const LIST_VIEWS: ListViews<Suggestion> = {
  Row: SuggestionRow,
  filters: { unread: "admin:suggestions.unreadOnes", read: "admin:suggestions.readOnes" },
  lead: "admin:suggestions.lead",
  searchLabel: "admin:suggestions.search",
}

const IDEA_VIEWS: EditorViews<ListedIdea, IdeaValues> = {
  Form: (props) => (
    <>
      <Notice>{pageTranslate()("admin:suggestions.make.hint")}</Notice>
      <IdeaFields {...props} />
    </>
  ),
  editTitle: "admin:suggestions.make.title",
  getSaveLabel: (item) => (item ? "admin:ideas.form.save" : "admin:suggestions.make.confirm"),
}

function OpenInbox({ userId }: { userId: string }) {
  const [{ inbox, views }] = useState(() => {
    const inbox = createInbox(userId)
    const Controls: ListViews<Suggestion>["Controls"] = ({ row }) => (
      <IdeaButton row={row} inbox={inbox} />
    )
    return { inbox, views: { ...LIST_VIEWS, Controls } }
  })
  return (
    <>
      <ListView screen={inbox} views={views} editor={null} />
      <EditorDialog screen={inbox.ideaScreen} views={IDEA_VIEWS} />
    </>
  )
}

export default function SuggestionsAdmin() {
  return <Gated>{(userId) => <OpenInbox userId={userId} />}</Gated>
}
