import { useStore } from "@nanostores/react"
import { useEffect, useMemo, useReducer, useState } from "react"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { $session } from "../../session/session.ts"
import { Button } from "../../ui/Button.tsx"
import { openDialog } from "../../ui/dialog/open-dialog.ts"
import { IslandIcon } from "../../ui/island-icons.tsx"
import { StoreFollowedArtists } from "../follows/StoreFollowedArtists.tsx"
import { CARDS_ADDED, getItem } from "./card.ts"
import { FavoriteMarks } from "./FavoriteMarks.tsx"
import { countLikes } from "./like-counts.ts"
import {
  $favoriteId,
  $favoriteSong,
  $isLiked,
  $likes,
  createLikeTimeLookup,
  likeAfterLogin,
  toggleLike,
} from "./likes.ts"
import { getCardId } from "./paths.ts"

interface Props {
  locale: Locale
  /** Whether the favorite song and the number of likes are shown. */
  hasOwnMusic?: boolean
}

const findMusicElement = () => document.querySelector<HTMLElement>("[data-music]")

/**
 * Adds or removes a like when a heart is pressed. `offeredRow` is the row whose song can become the favorite song;
 * `cardsVersion` changes when rows or cards are added.
 */
function useMusicCards() {
  const [cardsVersion, incrementVersion] = useReducer((count: number) => count + 1, 0)
  const [offeredRow, setOfferedRow] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const music = findMusicElement()
    if (!music) return
    function handleClick({ target }: Event) {
      const card =
        target instanceof Element
          ? target.closest("[data-like]")?.closest<HTMLElement>("[data-item]")
          : null
      if (!card) return
      const item = getItem(card)
      setOfferedRow(item.type === "song" && !$isLiked.get()(item) ? card : null)
      toggleLike(item)
    }
    music.addEventListener("click", handleClick)
    music.addEventListener(CARDS_ADDED, incrementVersion)
    return () => {
      music.removeEventListener("click", handleClick)
      music.removeEventListener(CARDS_ADDED, incrementVersion)
    }
  }, [])
  return { cardsVersion, offeredRow, setOfferedRow }
}

const loadDialog = async () => (await import("./LikesDialog.tsx")).LikesDialog

/** The name of the favorite song. Most songs have a card in the page; otherwise the profile contains the name. */
function FavoriteName({ id }: { id: string }) {
  const { data } = useStore($favoriteSong)
  const card = document.querySelector<HTMLElement>(`[data-item="${getCardId("song", id)}"]`)
  if (card) return getItem(card).name
  return data?.favorite_song_id === id ? data.favorite_song_name : null
}

/** The member's favorite song and likes, next to the heading of the page. */
function OwnMusic({ locale }: { locale: Locale }) {
  const t = tFor(locale)
  const { data } = useStore($likes)
  const favoriteId = useStore($favoriteId)
  const count = data?.likes.length ?? 0
  // The prebuilt page contains the empty element, so that the lists below do not move.
  return (
    <div className="needs-script flex min-h-11 min-w-0 flex-1 items-center justify-end gap-x-4 signed-out:hidden">
      {favoriteId && (
        <a
          className="flex min-h-11 min-w-0 items-center gap-1.5 text-md font-semibold underline-offset-4 hover:underline"
          href={localePath("/profile", locale)}
        >
          <span className="flex-none text-lt-text *:fill-current">
            <IslandIcon name="star" size={18} />
          </span>
          <span className="sr-only">{t("music:ownMusic.favorite")} </span>
          <span className="truncate">
            <FavoriteName id={favoriteId} />
          </span>
        </a>
      )}
      {count > 0 && (
        <Button
          className="btn-ghost btn-small flex-none"
          onClick={() => void openDialog(loadDialog, {})}
        >
          <span className="text-heart *:fill-current">
            <IslandIcon name="heart" size={18} />
          </span>
          {t("music:likes.liked", { number: count })}
        </Button>
      )}
    </div>
  )
}

/**
 * Shows the member's likes and favorite song in the prebuilt cards of the page, and handles the buttons of the cards.
 */
export function MemberLikes({ locale, hasOwnMusic = false }: Props) {
  const t = tFor(locale)
  const { cardsVersion, offeredRow, setOfferedRow } = useMusicCards()
  const { data, error } = useStore($likes)
  const isLiked = useStore($isLiked)
  const { status } = useStore($session)
  const isLoaded = data !== undefined
  // The member's likes when the page was loaded. The counts in the prebuilt page include them, even if one is removed.
  const getInitialLikeTime = useMemo(
    () => (isLoaded ? createLikeTimeLookup() : () => ""),
    [isLoaded],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: added cards are marked when `cardsVersion` changes
  useEffect(() => {
    const music = findMusicElement()
    const getCurrentLikeTime = createLikeTimeLookup()
    for (const card of music?.querySelectorAll<HTMLElement>("[data-item]") ?? []) {
      const item = getItem(card)
      const isLikedByMember = isLiked(item) === true
      card.querySelector("[data-like]")?.setAttribute("aria-pressed", String(isLikedByMember))
      const likeCount = card.querySelector<HTMLElement>("[data-likes]")
      if (!likeCount) continue
      const { likesFrom, likesUntil = "" } =
        card.closest<HTMLElement>("[data-likes-until]")?.dataset ?? {}
      const period = {
        from: likesFrom ? Date.parse(likesFrom) : 0,
        until: Date.parse(likesUntil),
      }
      // A like that is not stored yet has no time.
      const time = isLikedByMember ? Date.parse(getCurrentLikeTime(item)) || Date.now() : Number.NaN
      const builtTime = Date.parse(getInitialLikeTime(item))
      const count = countLikes(Number(likeCount.dataset.likes), period, builtTime, time)
      const [visible, spoken] = likeCount.children
      // Writing the same text again would lay out the whole list after each press.
      if (!visible || !spoken || visible.textContent === String(count)) continue
      likeCount.classList.toggle("invisible", count === 0)
      visible.textContent = String(count)
      spoken.textContent = t(likesFrom ? "music:top.likes" : "music:likes.count", { count })
    }
  }, [cardsVersion, isLiked, getInitialLikeTime, t])
  useEffect(() => {
    if (status === "signed-in") likeAfterLogin()
    else setOfferedRow(null)
  }, [status, setOfferedRow])
  if (!error) {
    return (
      <>
        <StoreFollowedArtists />
        {hasOwnMusic && <OwnMusic locale={locale} />}
        <FavoriteMarks t={t} offeredRow={offeredRow} onRemoved={setOfferedRow} />
      </>
    )
  }
  // The message explains why all hearts look empty.
  return (
    <div
      className="mb-8 flex basis-full flex-wrap items-center justify-between gap-x-6 gap-y-3 border-y border-line py-3.5 text-soft"
      role="alert"
    >
      {t("music:unknown.text")}
      <Button className="btn-ghost btn-small" onClick={() => $likes.revalidate()}>
        {t("music:unknown.retry")}
      </Button>
    </div>
  )
}
