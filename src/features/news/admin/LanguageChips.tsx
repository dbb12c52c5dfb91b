import { useState } from "react"
import { getLanguageName } from "../../../i18n/language-names.ts"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import type { NewsroomGrant } from "../../../schema/roles.ts"
import { Icon, type IconName } from "../../../ui/icons.tsx"
import { ROW_COVER_CLASSES } from "../../admin/list/row-parts.tsx"
import type { ListEditor } from "../../admin/list/views.ts"
import { findVersionToWrite, listVersions, type Version, type VersionState } from "./newsroom.ts"
import type { ArticleRow } from "./schema.ts"
import { getTranslationName } from "./translation-name.ts"

const CHIP_LOOKS: Record<VersionState, { icon: IconName; className: string }> = {
  missing: { icon: "plus", className: "border-dashed border-edge text-soft" },
  draft: { icon: "edit", className: "border-edge text-text" },
  planned: { icon: "calendar", className: "border-ee/60 text-(--ee-text)" },
  published: { icon: "check", className: "border-success/55 text-success" },
  outdated: { icon: "rebuild", className: "border-lt/60 bg-lt/14 text-lt-text" },
}

const CHIP_CLASSES =
  "inline-flex min-h-8 items-center gap-1 rounded-full border px-2.5 max-md:gap-0.5 max-md:px-1.75 text-sm font-semibold aria-busy:opacity-60 max-md:min-h-11"

/** Returns the accessible name of a chip: the language, and the state of the article in this language. */
function getChipName({ language, state, isOriginal, isUnsaved }: Version): string {
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
  /** Whether a click anywhere on the row of the article opens this version. */
  isRowTarget: boolean
  /** Opens the version in the editor. Null if the member may not edit the version. */
  onOpen: ((version: Version) => Promise<void>) | null
}

function Chip({ version, isRowTarget, onOpen }: ChipProps) {
  const [isBusy, setIsBusy] = useState(false)
  const { language, state, isOriginal, isUnsaved } = version
  const { icon, className } = CHIP_LOOKS[state]
  const name = getChipName(version)
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
      <span
        className={`${CHIP_CLASSES} ${className} border-transparent bg-transparent px-1`}
        title={name}
      >
        {content}
      </span>
    )
  }
  return (
    <button
      className={`${CHIP_CLASSES} ${className} hover:bg-raise ${isRowTarget ? ROW_COVER_CLASSES : ""}`}
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

/** Renders a chip for each language. A chip shows the state of the article in its language, and opens the editor. */
export function LanguageChips({ row, grant, editor }: Props) {
  const versions = listVersions(row, grant)
  const versionToWrite = grant.kind === "translator" ? findVersionToWrite(versions) : undefined

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
            isRowTarget={version === versionToWrite}
            onOpen={version.canWrite ? open : null}
          />
        </li>
      ))}
    </ul>
  )
}
