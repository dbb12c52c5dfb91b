import { useState } from "react"
import { getLanguageName } from "../../../i18n/language-names.ts"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import type { NewsroomGrant } from "../../../schema/roles.ts"
import { Icon, type IconName } from "../../../ui/icons.tsx"
import { ROW_COVER } from "../../admin/list/row-parts.tsx"
import type { ListEditor } from "../../admin/list/views.ts"
import { findVersionToWrite, listVersions, type Version, type VersionState } from "./newsroom.ts"
import type { ArticleRow } from "./schema.ts"
import { getTranslationName } from "./translation-name.ts"

const LOOKS: Record<VersionState, [icon: IconName, className: string]> = {
  missing: ["plus", "border-dashed border-edge text-soft"],
  draft: ["edit", "border-edge text-text"],
  planned: ["calendar", "border-ee/60 text-(--ee-text)"],
  published: ["check", "border-success/55 text-success"],
  outdated: ["rebuild", "border-lt/60 bg-lt/14 text-lt-text"],
}

const CHIP =
  "inline-flex min-h-8 items-center gap-1 rounded-full border px-2.5 max-md:gap-0.5 max-md:px-1.75 text-sm font-semibold aria-busy:opacity-60 max-md:min-h-11"

function getName({ language, state, isOriginal, isUnsaved }: Version): string {
  const t = pageTranslate()
  const parts = [
    ...(isOriginal ? [t("newsroom:original")] : []),
    t(`newsroom:states.${state}`),
    ...(isUnsaved && state !== "draft" ? [t("newsroom:unsaved")] : []),
  ]
  return t("newsroom:version", { language: getLanguageName(language), state: parts.join(", ") })
}

interface ChipProps {
  version: Version
  isRow: boolean
  onOpen: ((version: Version) => Promise<void>) | null
}

function Chip({ version, isRow, onOpen }: ChipProps) {
  const [isBusy, setIsBusy] = useState(false)
  const { language, state, isOriginal, isUnsaved } = version
  const [icon, look] = LOOKS[state]
  const name = getName(version)
  const content = (
    <>
      <span className={isOriginal ? "underline decoration-2 underline-offset-4" : ""} aria-hidden>
        {language.toUpperCase()}
      </span>
      {(state !== "missing" || onOpen) && <Icon name={icon} size={16} />}
      {isUnsaved && state !== "draft" && <Icon name="edit" size={16} />}
      <span className="sr-only">{name}</span>
    </>
  )
  if (!onOpen) {
    return (
      <span className={`${CHIP} ${look} border-transparent bg-transparent px-1`} title={name}>
        {content}
      </span>
    )
  }
  return (
    <button
      className={`${CHIP} ${look} hover:bg-raise ${isRow ? ROW_COVER : ""}`}
      type="button"
      title={name}
      aria-busy={isBusy}
      onClick={() => {
        if (isBusy) return
        setIsBusy(true)
        void onOpen(version).finally(() => setIsBusy(false))
      }}
    >
      {content}
    </button>
  )
}

interface Props {
  row: ArticleRow
  grant: NewsroomGrant
  editor: ListEditor
}

export function LanguageChips({ row, grant, editor }: Props) {
  const versions = listVersions(row, grant)
  const next = grant.kind === "translator" ? findVersionToWrite(versions) : undefined

  const open = ({ id, language }: Version) =>
    editor.open(id ?? getTranslationName(row.id, language))

  return (
    <ul
      className="mt-1.5 flex flex-wrap gap-1.5 max-md:gap-1 max-md:-ml-24.5"
      aria-label={pageTranslate()("newsroom:versions", { title: row.title })}
    >
      {versions.map((version) => (
        <li key={version.language} className="flex">
          <Chip
            version={version}
            isRow={version === next}
            onOpen={version.mayWrite ? open : null}
          />
        </li>
      ))}
    </ul>
  )
}
