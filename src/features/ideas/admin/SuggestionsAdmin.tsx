/** The inbox of suggestions in the admin area. */
import { useStore } from "@nanostores/react"
import { useState } from "react"
import { LOCALE_NAMES } from "../../../i18n/locales.ts"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { AnyIcon } from "../../../ui/AnyIcon.tsx"
import { AdminList } from "../../admin/AdminScreen.tsx"
import { type Action, bulkCall, bulkDeletion } from "../../admin/list/actions.ts"
import { type ListResource, type ListViews, listParams } from "../../admin/list/resource.ts"
import { RowBadges, RowLines } from "../../admin/list/row-parts.tsx"
import { Ago, Badge, UnsavedBadge } from "../../admin/parts.tsx"
import type { ListScreen } from "../../admin/screen.ts"
import { ideaDrafts } from "./idea-draft.ts"
import { MakeIdeaDialog } from "./MakeIdeaDialog.tsx"
import { type Suggestion, suggestion } from "./schema.ts"

const mark = (name: "read" | "unread", isRead: boolean): Action<Suggestion> => ({
  name,
  icon: isRead ? "check" : "inbox",
  label: `admin:suggestions.${name}.label`,
  itemLabel: `admin:suggestions.${name}.item`,
  isFor: ({ read_at }) => (read_at !== null) !== isRead,
  run: bulkCall("suggestions", name, (row) => ({
    ...row,
    read_at: isRead ? (row.read_at ?? new Date().toISOString()) : null,
  })),
  done: { title: `admin:suggestions.${name}.done` },
  doneMany: `admin:suggestions.${name}.doneMany`,
  failed: "admin:suggestions.updateFailed",
})

const actions: Action<Suggestion>[] = [
  mark("read", true),
  mark("unread", false),
  bulkDeletion("suggestions"),
]

const suggestions: ListResource<Suggestion> = {
  name: "suggestions",
  row: suggestion,
  titleOf: ({ title }) => title,
  params: listParams(["unread", "read"]),
  publicPath: null,
  actions,
  bulk: actions,
}

/** From this length on, the text is folded. */
const LONG = 220

const TEXT = "max-w-[72ch] text-md leading-normal whitespace-pre-line text-soft wrap-anywhere"

function SuggestedText({ row: { description, language } }: { row: Suggestion }) {
  if (description.length <= LONG) {
    return (
      <p className={TEXT} lang={language}>
        {description}
      </p>
    )
  }
  return (
    <details className={`group/text ${TEXT}`}>
      <summary className="group-open/text:after:content-['▴']">
        <span className="group-open/text:hidden" lang={language}>
          {description.slice(0, LONG)}…
        </span>
      </summary>
      <p lang={language}>{description}</p>
    </details>
  )
}

/** What somebody wishes, who it is, and how much they wish it. */
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
                <a className="link" href={`mailto:${email}`}>
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

interface Props {
  row: Suggestion
  screen: ListScreen<Suggestion>
}

/** Turns a suggestion into an idea, once. */
function MakeIdea({ row, screen }: Props) {
  const t = pageTranslate()
  const [drafts] = useState(ideaDrafts)
  const isUnsaved = useStore(drafts.$ids).includes(row.id)
  const [isOpen, setIsOpen] = useState(false)
  if (row.idea_id) return null
  return (
    <>
      {isUnsaved && <UnsavedBadge />}
      <button
        className="icon-btn"
        type="button"
        aria-label={t("admin:suggestions.make.item", { title: row.title })}
        title={t("admin:suggestions.make.label")}
        onClick={() => setIsOpen(true)}
      >
        <AnyIcon name="idea" />
      </button>
      {isOpen && (
        <MakeIdeaDialog
          row={row}
          screen={screen}
          drafts={drafts}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

const views: ListViews<Suggestion> = {
  Row: SuggestionRow,
  Controls: MakeIdea,
  filters: { unread: "admin:suggestions.unreadOnes", read: "admin:suggestions.readOnes" },
  lead: "admin:suggestions.lead",
  search: "admin:suggestions.search",
}

export default function SuggestionsAdmin() {
  return <AdminList resource={suggestions} views={views} />
}
