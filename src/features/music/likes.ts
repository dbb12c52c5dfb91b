/** The member's likes and favorite song. */
import { computed } from "nanostores"
import * as z from "zod/mini"
import type { MessageKey } from "../../i18n/keys.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { createMutation } from "../../islands/mutation.ts"
import { createMemberQuery } from "../../islands/query.ts"
import { getLoginUrl } from "../../session/login-address.ts"
import { $session } from "../../session/session.ts"
import { type CallResult, call } from "../../shared/call.ts"
import { withStorage } from "../../shared/storage.ts"
import { getFailureKey } from "../../ui/forms/failure-keys.ts"
import { type NewToast, showToast } from "../../ui/toast/toasts.ts"
import type { Item } from "./card.ts"
import { ITEM_TYPES, type Likes, likesResponse, ownFavorite } from "./schema.ts"

export const $likes = createMemberQuery("/api/likes", likesResponse)

export const $favoriteSong = createMemberQuery("/api/profile", z.nullable(ownFavorite))

/** Returns the id of a change in `likeMutation`, which is also a part of the API path. */
const getLikeKey = ({ type, id }: Omit<Item, "name">) => `${type}/${encodeURIComponent(id)}`

function updateLikes(change: (likes: Likes) => Partial<Likes>): void {
  const loaded = $likes.value?.data
  const likes = loaded ?? { likes: [], favorite_song_id: null }
  $likes.mutate({ ...likes, ...change(likes) })
  if (!loaded) $likes.revalidate()
}

/** Message keys of the toasts after a change. */
interface ToastTexts {
  /** Missing for likes, because the changed heart is enough. */
  set?: MessageKey
  unset?: MessageKey
  failed: MessageKey
  signIn: MessageKey
}

function createToast(
  texts: ToastTexts,
  isSet: boolean,
  name: string,
  result: CallResult<unknown>,
): NewToast | null {
  const t = pageTranslate()
  if (result.ok) {
    const key = isSet ? texts.set : texts.unset
    return key ? { tone: "success", title: t(key), text: name } : null
  }
  const { code } = result.failure
  if (code === "sign_in_required") {
    const link = { href: getLoginUrl(), text: t("music:toasts.signIn.link") }
    return { tone: "error", title: t("music:toasts.signIn.title"), text: t(texts.signIn), link }
  }
  const title = t(texts.failed)
  if (code !== "profile_incomplete") return { tone: "error", title, text: t(getFailureKey(code)) }
  const profile = localePath("/profile", pageLocale())
  const link = { href: profile, text: t("music:toasts.profile.link") }
  return { tone: "error", title, text: t("music:toasts.profile.text"), link }
}

const createToastHandler =
  (texts: ToastTexts) =>
  ({ value, name }: { value: unknown; name: string }, result: CallResult<unknown>): void => {
    const toast = createToast(texts, Boolean(value), name, result)
    if (toast) showToast({ ...toast, subject: "music" })
  }

// With `keepalive`, the request is completed even if the visitor leaves the page.
const send = (path: string, method: "PUT" | "DELETE", payload?: object) =>
  call(path, { method, payload, read: () => null, isKeptAlive: true })

const likeMutation = createMutation<boolean, null>({
  queries: [$likes],
  send: (key, isLiked) => send(`/api/likes/${key}`, isLiked ? "PUT" : "DELETE"),
  updateCaches: (key, isLiked) =>
    updateLikes(({ likes }) => {
      const others = likes.filter(({ item_type, item_id }) => {
        return getLikeKey({ type: item_type, id: item_id }) !== key
      })
      const [type, id = ""] = key.split("/")
      const item_type = type === "song" ? "song" : "album"
      const item_id = decodeURIComponent(id)
      const created_at = new Date().toISOString()
      return { likes: isLiked ? [{ item_type, item_id, created_at }, ...others] : others }
    }),
  onSettled: createToastHandler({
    failed: "music:toasts.likeFailed",
    signIn: "music:toasts.signIn.like",
  }),
})

/** The only id in `favoriteMutation`, because a member has only one favorite song. */
const FAVORITE_ID = "song"
const NO_FAVORITE = {
  favorite_song_id: null,
  favorite_song_name: null,
  favorite_song_artist: null,
  favorite_song_image: null,
}
const FAVORITE_PATH = "/api/profile/favorite-song"

/** Sets the favorite song, or removes the favorite (null). */
const favoriteMutation = createMutation<string | null, null>({
  queries: [$likes, $favoriteSong],
  send: (_, id) =>
    id === null ? send(FAVORITE_PATH, "DELETE") : send(FAVORITE_PATH, "PUT", { id }),
  updateCaches(_, id) {
    updateLikes(() => ({ favorite_song_id: id }))
    if (id === null) $favoriteSong.mutate({ ...$favoriteSong.value?.data, ...NO_FAVORITE })
    else $favoriteSong.revalidate()
  },
  onSettled: createToastHandler({
    set: "music:toasts.favorite",
    unset: "music:toasts.noFavorite",
    failed: "music:toasts.favoriteFailed",
    signIn: "music:toasts.signIn.favorite",
  }),
})

/** Returns a function that returns the time (ISO) at which the member liked an item, or an empty string. */
export function createLikeTimeLookup(): (item: Omit<Item, "name">) => string {
  const times = new Map(
    ($likes.value?.data?.likes ?? []).map(({ item_type: type, item_id: id, created_at }) => {
      return [getLikeKey({ type, id }), created_at] as const
    }),
  )
  return (item) => times.get(getLikeKey(item)) ?? ""
}

/** A function that returns whether the member likes an item, or null until the likes are loaded. */
export const $isLiked = computed([$likes, likeMutation.$pending], ({ data }, pending) => {
  const likedKeys =
    data && new Set(data.likes.map(({ item_type: type, item_id: id }) => getLikeKey({ type, id })))
  return (item: Omit<Item, "name">): boolean | null => {
    const key = getLikeKey(item)
    return pending.get(key)?.value ?? likedKeys?.has(key) ?? null
  }
})

export const $favoriteId = computed([$likes, favoriteMutation.$pending], ({ data }, pending) => {
  const change = pending.get(FAVORITE_ID)
  return change ? change.value : (data?.favorite_song_id ?? null)
})

export const $isRemovingFavorite = computed(
  favoriteMutation.$pending,
  (pending) => pending.get(FAVORITE_ID)?.value === null,
)

/** Clicks of signed-out visitors are ignored here, because `startLoginPrompts` shows a toast with a link to log in. */
const isSignedOut = () => $session.get().status === "signed-out"

export function toggleLike(item: Item, isLiked = $isLiked.get()(item) ?? false): void {
  if (!isSignedOut()) void likeMutation.mutate(getLikeKey(item), !isLiked, item.name)
}

const pressedItem = z.object({ type: z.enum(ITEM_TYPES), id: z.string(), name: z.string() })

/** Likes the item whose heart the visitor pressed before logging in. hearts.ts has stored this item. */
export function likeAfterLogin(): void {
  const stored: unknown = withStorage(() =>
    JSON.parse(sessionStorage.getItem("after-login") ?? "null"),
  )
  withStorage(() => sessionStorage.removeItem("after-login"))
  const { data: item } = z.safeParse(pressedItem, stored)
  if (item) toggleLike(item, false)
}

/** Makes a song the favorite, or removes the favorite if the song already is the favorite. */
export function toggleFavorite({ id, name }: Item): void {
  if (!isSignedOut())
    void favoriteMutation.mutate(FAVORITE_ID, $favoriteId.get() === id ? null : id, name)
}

export const removeFavorite = (name: string) =>
  void favoriteMutation.mutate(FAVORITE_ID, null, name)
