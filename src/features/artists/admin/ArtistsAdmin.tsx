import { useState } from "react"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { call } from "../../../shared/call.ts"
import { TextField } from "../../../ui/forms/fields.tsx"
import type { Form } from "../../../ui/forms/form.ts"
import { AdminScreen } from "../../admin/AdminScreen.tsx"
import { EditorFields, useFields } from "../../admin/editor/fields.tsx"
import type { Saved } from "../../admin/list/resource.ts"
import { RowLines } from "../../admin/list/row-parts.tsx"
import type { Views } from "../../admin/list/views.ts"
import { IconButton } from "../../admin/parts.tsx"
import type { ListScreen } from "../../admin/screen.ts"
import { toast, toastError } from "../../admin/toast.ts"
import { artists } from "./artists.ts"
import { ChooseArtistDialog } from "./ChooseArtistDialog.tsx"
import { ARTIST_LIMITS, type ArtistValues, type ListedArtist, listedArtist } from "./schema.ts"
import { UnmatchedFavorites } from "./UnmatchedFavorites.tsx"
import { $unmatchedFavorites } from "./unmatched.ts"

function ArtistRow({ row: { name, hangul, aliases, follower_count } }: { row: ListedArtist }) {
  const t = pageTranslate()
  return (
    <RowLines
      title={name}
      facts={
        <>
          {hangul && <span lang="ko">{hangul}</span>}
          <span>{t("admin:artists.followers", { count: follower_count })}</span>
          {aliases.length > 0 && (
            <span>{t("admin:artists.spellings", { names: aliases.join(", ") })}</span>
          )}
        </>
      }
    />
  )
}

function ArtistFields({ form }: { form: Form<ArtistValues, Saved<ListedArtist>> }) {
  const t = pageTranslate()
  const { bind } = useFields(form, artists.labels)
  return (
    <EditorFields
      main={
        <>
          <TextField {...bind("name")} max={ARTIST_LIMITS.name} isRequired />
          <TextField {...bind("hangul")} max={ARTIST_LIMITS.hangul} lang="ko" />
          <TextField {...bind("aliases")} hint={t("admin:artists.form.aliasesHint")} lines={6} />
        </>
      }
      side={null}
    />
  )
}

interface MergeProps {
  row: ListedArtist
  screen: ListScreen<ListedArtist>
}

function MergeButton({ row, screen: { list, follow } }: MergeProps) {
  const t = pageTranslate()
  const [isChoosing, setIsChoosing] = useState(false)

  async function mergeInto(targetId: string): Promise<boolean> {
    const result = await call(`/api/admin/artists/${row.id}/merge`, {
      method: "POST",
      payload: { into: targetId },
      read: listedArtist,
    })
    if (!result.ok) {
      toastError("admin:artists.merge.failed", result.failure)
      return false
    }
    toast("success", {
      title: "admin:artists.merge.done",
      values: { name: row.name, target: result.body.name },
    })
    list.reload()
    $unmatchedFavorites.revalidate()
    // Shows the progress of the build that contains the change.
    follow(result.body.content_version, null)
    return true
  }

  return (
    <>
      <IconButton
        icon="merge"
        label={t("admin:artists.merge.item", { title: row.name })}
        title={t("admin:artists.merge.label")}
        onClick={() => setIsChoosing(true)}
      />
      {isChoosing && (
        <ChooseArtistDialog
          title={t("admin:artists.merge.title", { title: row.name })}
          text={t("admin:artists.merge.text", { title: row.name })}
          submit={t("admin:artists.merge.confirm")}
          excludedId={row.id}
          onChoose={mergeInto}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </>
  )
}

const views: Views<ListedArtist, ArtistValues> = {
  Row: ArtistRow,
  Form: ArtistFields,
  AttentionList: UnmatchedFavorites,
  Controls: MergeButton,
  hasPictures: false,
  getSaveLabel: (item) => (item ? "admin:artists.form.save" : "admin:artists.form.add"),
  lead: "admin:artists.lead",
  searchLabel: "admin:artists.search",
  createLabel: "admin:artists.create",
  createTitle: "admin:artists.form.new",
  editTitle: "admin:artists.form.edit",
}

export default function ArtistsAdmin() {
  return <AdminScreen resource={artists} views={views} />
}
