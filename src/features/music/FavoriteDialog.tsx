import { artSleeve } from "../../art/pictures.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { Dialog } from "../../ui/dialog/Dialog.tsx"
import { removeFavorite } from "./likes.ts"
import { MusicPicture } from "./MusicPicture.tsx"
import type { OwnFavorite } from "./schema.ts"

interface Props {
  song: OwnFavorite
  onClose: () => void
}

export function FavoriteDialog({ song, onClose }: Props) {
  const t = pageTranslate()
  const name = song.favorite_song_name ?? ""

  function remove() {
    removeFavorite(name)
    onClose()
  }

  return (
    <Dialog
      title={t("profile:favorite.title")}
      cancel={t("music:likes.close")}
      actions={
        <button className="btn btn-ghost btn-small" type="button" onClick={remove}>
          {t("profile:favorite.remove")}
        </button>
      }
      isDialogFocused
      onCancel={onClose}
    >
      <div className="mt-4.5 grid grid-cols-[88px_minmax(0,1fr)] items-center gap-4.5">
        <MusicPicture
          className="size-22 rounded-small"
          src={song.favorite_song_image ?? artSleeve(song.favorite_song_id ?? "")}
          size={88}
        />
        <div className="wrap-anywhere">
          <h3>{name}</h3>
          <p className="soft">{song.favorite_song_artist}</p>
        </div>
      </div>
    </Dialog>
  )
}
