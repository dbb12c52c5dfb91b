import { useStore } from "@nanostores/react"
import { type ReactNode, useEffect, useRef } from "react"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { focusIfLost } from "../../ui/dialog/focus-if-lost.ts"
import { openDialog } from "../../ui/dialog/open-dialog.ts"
import { Icon } from "../../ui/icons.tsx"
import { $favoriteSong, $isRemovingFavorite, $likes } from "./likes.ts"

const loadFavoriteDialog = async () => (await import("./FavoriteDialog.tsx")).FavoriteDialog
const loadLikesDialog = async () => (await import("./LikesDialog.tsx")).LikesDialog

const ROW_CLASSES = "flex min-h-13 w-full items-center gap-3.5 py-2 text-left hover:underline"

function RowContent({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <span className="flex-1 font-semibold">{label}</span>{" "}
      <span className="max-w-1/2 truncate text-soft">{children}</span>
      <span className="flex-none text-soft">
        <Icon name="arrow" size={18} />
      </span>
    </>
  )
}

function FavoriteRow() {
  const t = pageTranslate()
  const { data: song } = useStore($favoriteSong)
  const isRemoving = useStore($isRemovingFavorite)
  const hasSong = Boolean(song?.favorite_song_id) && !isRemoving
  const row = useRef<HTMLLIElement>(null)
  const wasRemoving = useRef(isRemoving)
  useEffect(() => {
    // Moves the focus: the link replaces the focused button, and the button replaces the link if the removal fails.
    if (isRemoving || (wasRemoving.current && hasSong)) {
      focusIfLost(() => row.current?.querySelector<HTMLElement>("a, button") ?? null)
    }
    wasRemoving.current = isRemoving
  }, [isRemoving, hasSong])

  const label = t("profile:favorite.title")
  return (
    <li ref={row}>
      {song && hasSong ? (
        <button
          className={ROW_CLASSES}
          type="button"
          onClick={() => void openDialog(loadFavoriteDialog, { song })}
        >
          <RowContent label={label}>{song.favorite_song_name}</RowContent>
        </button>
      ) : (
        <a className={ROW_CLASSES} href={localePath("/music", pageLocale())}>
          <RowContent label={label}>{t("profile:favorite.none")}</RowContent>
        </a>
      )}
    </li>
  )
}

/** Rows of the profile form that open the favorite song and the list of likes. */
export function MusicRows({ className }: { className: string }) {
  const t = pageTranslate()
  const { data } = useStore($likes)
  return (
    <ul className={className}>
      <FavoriteRow />
      <li className="border-t border-line">
        <button
          className={ROW_CLASSES}
          type="button"
          onClick={() => void openDialog(loadLikesDialog, {})}
        >
          <RowContent label={t("music:likes.title")}>{data?.likes.length}</RowContent>
        </button>
      </li>
    </ul>
  )
}
