import { useStore } from "@nanostores/react"
import { useEffect, useState } from "react"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { call } from "../../../shared/call.ts"
import { Button } from "../../../ui/Button.tsx"
import type { ListEditor } from "../../admin/list/views.ts"
import type { ListScreen } from "../../admin/screen.ts"
import { toast, toastError } from "../../admin/toast.ts"
import { formatNewArtistId } from "./artists.ts"
import { ChooseArtistDialog } from "./ChooseArtistDialog.tsx"
import { type ListedArtist, listedArtist, type UnmatchedFavorite } from "./schema.ts"
import { $unmatchedFavorites } from "./unmatched.ts"

interface Props {
  screen: ListScreen<ListedArtist>
  editor: ListEditor | null
}

interface RowProps extends Props {
  favorite: UnmatchedFavorite
}

function FavoriteRow({ favorite, screen, editor }: RowProps) {
  const t = pageTranslate()
  const [isChoosing, setIsChoosing] = useState(false)
  const { name, members, similar_id, similar_name } = favorite

  /** Adds the favorite as a spelling of the artist. The members with this favorite then follow the artist. */
  async function addSpellingTo(artistId: string): Promise<boolean> {
    const result = await call(`/api/admin/artists/${artistId}/spelling`, {
      method: "PUT",
      payload: { spelling: name },
      read: listedArtist,
    })
    $unmatchedFavorites.revalidate()
    if (!result.ok) {
      toastError("admin:artists.unmatched.failed", result.failure)
      return false
    }
    toast("success", {
      title: "admin:artists.unmatched.done",
      values: { name, target: result.body.name },
    })
    screen.list.reload()
    // Shows the progress of the build that contains the change.
    screen.follow(result.body.content_version, null)
    return true
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-2.5">
      <p className="min-w-40 flex-1 wrap-anywhere">
        <b className="font-semibold">{name}</b>{" "}
        <span className="text-md text-soft">
          {t("admin:artists.unmatched.members", { count: members })}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        {similar_id && similar_name && (
          <Button className="btn-small" onClick={() => addSpellingTo(similar_id)}>
            {t("admin:artists.unmatched.addTo", { name: similar_name })}
          </Button>
        )}
        <Button
          className="btn-ghost btn-small"
          aria-label={t("admin:artists.unmatched.chooseItem", { name })}
          onClick={() => setIsChoosing(true)}
        >
          {t("admin:artists.unmatched.choose")}
        </Button>
        <Button
          className="btn-ghost btn-small"
          aria-label={t("admin:artists.unmatched.createItem", { name })}
          onClick={() => void editor?.open(formatNewArtistId(name))}
        >
          {t("admin:artists.create")}
        </Button>
      </div>
      {isChoosing && (
        <ChooseArtistDialog
          title={t("admin:artists.unmatched.chooseItem", { name })}
          text={t("admin:artists.unmatched.chooseText", { count: members })}
          submit={t("admin:artists.unmatched.confirm")}
          onChoose={addSpellingTo}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </li>
  )
}

/** Lists favorite groups that match no artist. Admins add each as a spelling of an artist, or create the artist. */
export function UnmatchedFavorites({ screen, editor }: Props) {
  const t = pageTranslate()
  const { data } = useStore($unmatchedFavorites)
  // An artist that was saved in the editor may match some of these favorites.
  useEffect(
    () =>
      editor?.$editor.listen(({ status }) => {
        if (status === "closed") $unmatchedFavorites.revalidate()
      }),
    [editor],
  )
  if (!data || data.favorites.length === 0) return null
  return (
    <section className="mb-7" aria-labelledby="unmatched">
      <h2 id="unmatched" className="text-lg">
        {t("admin:artists.unmatched.title")}
      </h2>
      <p className="soft mb-2 max-w-[70ch] text-md">{t("admin:artists.unmatched.lead")}</p>
      <ul className="border-b border-line">
        {data.favorites.map((favorite) => (
          <FavoriteRow key={favorite.name} favorite={favorite} screen={screen} editor={editor} />
        ))}
      </ul>
    </section>
  )
}
