import { useStore } from "@nanostores/react"
import { computed } from "nanostores"
import { useId } from "react"
import * as z from "zod/mini"
import type { MessageKey } from "../../i18n/keys.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { QueryState } from "../../islands/QueryState.tsx"
import { $viewer, createQuery } from "../../islands/query.ts"
import { Dialog } from "../../ui/dialog/Dialog.tsx"
import { IslandIcon } from "../../ui/island-icons.tsx"
import { FavoriteButton } from "./FavoriteButton.tsx"
import { HEART_CLASSES } from "./ItemButtons.tsx"
import { LikedRow } from "./LikedRow.tsx"
import { $favoriteId, $isLiked, toggleFavorite, toggleLike } from "./likes.ts"
import { ITEM_TYPES, type ItemType, type Liked, liked } from "./schema.ts"

const $profile = createQuery(
  [computed($viewer, (id) => (id ? `/api/profiles/${id}` : null))],
  z.object({ music_likes: z.nullable(z.array(liked)) }),
)

function NoLikes({ title, text }: { title: MessageKey; text: MessageKey }) {
  const t = pageTranslate()
  return (
    <div className="state">
      <h3>{t(title)}</h3>
      <p className="soft">{t(text)}</p>
      <a className="btn btn-ghost btn-small" href={localePath("/music", pageLocale())}>
        {t("music:likes.discover")}
      </a>
    </div>
  )
}

/** The row of a removed like stays, so that the next click does not hit another row. */
function LikedRows({ type, likes }: { type: ItemType; likes: Liked[] }) {
  const t = pageTranslate()
  const id = useId()
  const isLiked = useStore($isLiked)
  const favoriteId = useStore($favoriteId)
  const rows = likes.filter(({ item_type }) => item_type === type)
  if (rows.length === 0) return null
  return (
    <>
      <h3 id={id} className="sticky top-0 z-1 bg-raise pt-2.5 pb-2 text-md">
        {t(`music:likes.${type}s`)}
      </h3>
      <ul className="border-t border-line" aria-labelledby={id}>
        {rows.map((row) => {
          const item = { type, id: row.item_id, name: row.item_name }
          const isStillLiked = isLiked(item) ?? true
          return (
            <LikedRow key={row.item_id} locale={pageLocale()} liked={row} isLiked={isStillLiked}>
              {/* The favorite must be a song of the charts, which has a URL. */}
              {type === "song" && row.external_url && (
                <FavoriteButton
                  className="-mr-3.5"
                  t={t}
                  name={row.item_name}
                  isFavorite={row.item_id === favoriteId}
                  onClick={() => toggleFavorite(item)}
                />
              )}
              <button
                className={`${HEART_CLASSES} flex-none`}
                type="button"
                aria-pressed={isStillLiked}
                aria-label={t("music:like", { name: row.item_name })}
                onClick={() => toggleLike(item, isStillLiked)}
              >
                <IslandIcon name="heart" size={22} />
              </button>
            </LikedRow>
          )
        })}
      </ul>
    </>
  )
}

function LikesOrMessage() {
  const { data, error } = useStore($profile)
  if (error?.failure.code === "not_found") {
    return <NoLikes title="music:likes.noProfile.title" text="music:likes.noProfile.text" />
  }
  if (data?.music_likes?.length === 0) {
    return <NoLikes title="music:likes.empty.title" text="music:likes.empty.text" />
  }
  if (data) {
    return (
      <div className="max-h-[300px] overflow-y-auto overscroll-contain border-y border-line">
        {ITEM_TYPES.map((type) => (
          <LikedRows key={type} type={type} likes={data.music_likes ?? []} />
        ))}
      </div>
    )
  }
  return <QueryState query={$profile} loading="music:likes.loading" failed="music:likes.failed" />
}

export function LikesDialog({ onClose }: { onClose: () => void }) {
  const t = pageTranslate()
  return (
    <Dialog
      title={t("music:likes.title")}
      cancel={t("music:likes.close")}
      isDialogFocused
      onCancel={onClose}
    >
      <div className="mt-4.5">
        <LikesOrMessage />
      </div>
    </Dialog>
  )
}
