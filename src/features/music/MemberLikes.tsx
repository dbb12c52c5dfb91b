import { useStore } from "@nanostores/react"
import { useEffect, useMemo, useReducer } from "react"
import type { Locale } from "../../i18n/locales.ts"
import { tFor } from "../../i18n/t-for.ts"
import { $session } from "../../session/session.ts"
import { Button } from "../../ui/Button.tsx"
import { StoreFollowedArtists } from "../follows/StoreFollowedArtists.tsx"
import { CARDS_ADDED, getItem } from "./card.ts"
import {
  $favoriteId,
  $isLiked,
  $likes,
  createLikeTimeLookup,
  likeAfterLogin,
  toggleFavorite,
  toggleLike,
} from "./likes.ts"

const findMusicElement = () => document.querySelector<HTMLElement>("[data-music]")

function handleClick({ target }: Event): void {
  const button = target instanceof Element ? target.closest<HTMLElement>("[aria-pressed]") : null
  const card = button?.closest<HTMLElement>("[data-item]")
  if (!button || !card) return
  if (button.matches("[data-favorite]")) toggleFavorite(getItem(card))
  else toggleLike(getItem(card))
}

/** Returns a number that changes when cards are added. */
function useMusicCards(): number {
  const [cardsVersion, incrementVersion] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const music = findMusicElement()
    if (!music) return
    music.addEventListener("click", handleClick)
    music.addEventListener(CARDS_ADDED, incrementVersion)
    return () => {
      music.removeEventListener("click", handleClick)
      music.removeEventListener(CARDS_ADDED, incrementVersion)
    }
  }, [])
  return cardsVersion
}

/**
 * Shows the member's likes and favorite song in the prebuilt cards of the page, and handles the buttons of the cards.
 */
export function MemberLikes({ locale }: { locale: Locale }) {
  const t = tFor(locale)
  const cardsVersion = useMusicCards()
  const { data, error } = useStore($likes)
  const isLiked = useStore($isLiked)
  const favoriteId = useStore($favoriteId)
  const { status } = useStore($session)
  const isLoaded = data !== undefined
  // Created once: the built counts still include a like that the member removes while the page is open.
  const getLikeTime = useMemo(() => (isLoaded ? createLikeTimeLookup() : () => ""), [isLoaded])
  // biome-ignore lint/correctness/useExhaustiveDependencies: cards that have been added are marked too
  useEffect(() => {
    const music = findMusicElement()
    // Time (ISO) of the newest like in the built counts.
    const countedUntil = music?.dataset.likesUntil ?? ""
    for (const card of music?.querySelectorAll<HTMLElement>("[data-item]") ?? []) {
      const item = getItem(card)
      const isMine = isLiked(item) === true
      card.querySelector("[data-like]")?.setAttribute("aria-pressed", String(isMine))
      card
        .querySelector("[data-favorite]")
        ?.setAttribute("aria-pressed", String(item.id === favoriteId))
      const likeCount = card.querySelector<HTMLElement>("[data-likes]")
      if (!likeCount) continue
      const time = getLikeTime(item)
      const isInBuiltCount = time !== "" && time <= countedUntil
      const count = Number(likeCount.dataset.likes) + Number(isMine) - Number(isInBuiltCount)
      likeCount.classList.toggle("invisible", count === 0)
      const [visible, spoken] = likeCount.children
      if (visible) visible.textContent = String(count)
      if (spoken) spoken.textContent = t("music:likes.count", { count })
    }
  }, [cardsVersion, isLiked, getLikeTime, favoriteId, t])
  useEffect(() => {
    if (status === "signed-in") likeAfterLogin()
  }, [status])
  if (!error) return <StoreFollowedArtists />
  // The message explains why all hearts look empty.
  return (
    <p
      className="wrap mb-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-y border-line py-3.5 text-soft"
      role="alert"
    >
      {t("music:unknown.text")}
      <Button className="btn-ghost btn-small" onClick={() => $likes.revalidate()}>
        {t("music:unknown.retry")}
      </Button>
    </p>
  )
}
