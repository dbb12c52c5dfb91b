/** What the member of this page likes, and their favorite song: one of each in the browser. */
import { atom } from "nanostores"
import { type Answer, call, type Failure } from "../../call.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { dismissToast, type NewToast, showToast } from "../../ui/toasts.ts"
import { $session, isMaybeSignedIn, readSession } from "../session/session.ts"
import { inTurn, openChannel } from "./across-tabs.ts"
import type { ItemType } from "./item.ts"
import { loginAddress } from "./login-address.ts"
import { fetchLikes, forgetLikes } from "./queries.ts"
import { doneToast, failedToast, type Of, signInToast } from "./toasts.ts"
import { createWishes, type WishNews, type WishSteps } from "./wishes.ts"

export type MusicState =
  | { status: "nobody" }
  | { status: "loading" }
  | { status: "ready" }
  | { status: "failed"; failure: Failure }

/** How far it is known what the member likes. */
export const $music = atom<MusicState>({ status: "nobody" })

let member = ""
const memberOf = () => member

/** The latest word on likes takes the place of the one before it. */
let said = 0
function say(toast: NewToast): void {
  dismissToast(said)
  said = showToast(toast)
}

/** When an answer was lost, tries to make sure; the server may be back then, in milliseconds. */
const SURE_AFTER_MS = [2000, 8000, 30_000]

function stepsFor<Value extends string | boolean | null>(
  of: Of,
  tellTabs: (news: WishNews<Value>) => void,
  send: WishSteps<Value>["send"],
): WishSteps<Value> {
  const t = pageTranslate()
  return {
    tellTabs(news) {
      forgetLikes(member)
      tellTabs(news)
    },
    inTurn,
    send,
    onSettled: (value, name) => say(doneToast(of, Boolean(value), name, t)),
    onFailed(failure) {
      const profile = localePath("/profile", pageLocale())
      say(failedToast(of, failure, { login: loginAddress(), profile }, t))
      if (failure.code === "sign_in_required") void readSession()
      if (failure.code === "unreachable") for (const ms of SURE_AFTER_MS) setTimeout(makeSure, ms)
    },
    isOnline: () => navigator.onLine,
    now: Date.now,
  }
}

const nothing = () => null

// Kept alive, so that leaving the page does not take a like back.
const change = (path: string, method: "PUT" | "DELETE", payload?: object): Promise<Answer<null>> =>
  call(path, { method, payload, read: nothing, isKeptAlive: true })

export const likes = createWishes<boolean>(
  false,
  stepsFor(
    "like",
    openChannel(
      "likes",
      memberOf,
      (value) => typeof value === "boolean",
      (news) => likes.hear(news),
    ),
    (key, isLiked) => change(`/api/likes/${key}`, isLiked ? "PUT" : "DELETE"),
  ),
)

const FAVORITE = "song"
const FAVORITE_PATH = "/api/profile/favorite-song"

export const favorite = createWishes<string | null>(
  null,
  stepsFor(
    "favorite",
    openChannel(
      "favorite-song",
      memberOf,
      (value) => value === null || typeof value === "string",
      (news) => favorite.hear(news),
    ),
    (_, id) =>
      id === null ? change(FAVORITE_PATH, "DELETE") : change(FAVORITE_PATH, "PUT", { id }),
  ),
)

export const likeKey = (type: ItemType, id: string) => `${type}/${encodeURIComponent(id)}`

/** The id of the favorite song, null for none. */
export const favoriteId = () => favorite.shownOf(FAVORITE)

/** What was pressed before it was known who is here. */
let pressedEarly: Of | null = null

/** Tells who is not signed in to do so; whether somebody may be. */
function isMember(of: Of): boolean {
  if (member) return true
  if ($session.get().status === "loading" && isMaybeSignedIn()) {
    pressedEarly = of
    return true
  }
  say(signInToast(of, loginAddress(), pageTranslate()))
  return false
}

export function toggleLike(type: ItemType, id: string, name: string): void {
  const key = likeKey(type, id)
  if (isMember("like")) void likes.want(key, !likes.shownOf(key), name)
}

/** What is known of the favorite song from elsewhere, as if it had been read. */
export const takeFavorite = (id: string | null): void =>
  favorite.reading()(id === null ? [] : [[FAVORITE, id]])

/** Leaves the member without a favorite song. */
export function removeFavorite(name: string): void {
  if (isMember("favorite")) void favorite.want(FAVORITE, null, name)
}

/** Chooses the song, or takes it back when it is the one. */
export function toggleFavorite(id: string, name: string): void {
  if (isMember("favorite")) void favorite.want(FAVORITE, favoriteId() === id ? null : id, name)
}

function makeSure(): void {
  void likes.makeSure()
  void favorite.makeSure()
}

/** Reads what the member likes; what is pressed meanwhile is newer. */
export async function loadLikes(): Promise<void> {
  const mine = member
  if ($music.get().status !== "ready") $music.set({ status: "loading" })
  const [takeLikes, takeChosen] = [likes.reading(), favorite.reading()]
  const answer = await fetchLikes(member)
  if (mine !== member) return
  if (!answer.ok) {
    if ($music.get().status === "loading") $music.set({ status: "failed", ...answer })
    return
  }
  const { keys, favorite: id } = answer.body
  takeLikes(keys.map((key) => [key, true]))
  takeChosen(id === null ? [] : [[FAVORITE, id]])
  $music.set({ status: "ready" })
}

let isFollowing = false

/** Follows the session: who comes has their likes read by `load`, who goes takes them along. */
export function startMemberMusic(load: () => Promise<void>): void {
  if (isFollowing) return
  isFollowing = true
  $session.subscribe((session) => {
    const id = session.status === "signed-in" ? session.user.id : ""
    if (session.status === "loading" || (id === member && !pressedEarly)) return
    // What was pressed before it was known who is here is this member's.
    if (member || !id) {
      likes.reset()
      favorite.reset()
    }
    if (member) forgetLikes(member)
    member = id
    if (id) void load()
    else $music.set({ status: "nobody" })
    // The session had run out.
    if (!id && pressedEarly) isMember(pressedEarly)
    pressedEarly = null
  })
  addEventListener("online", makeSure)
  addEventListener("pagehide", () => {
    likes.hurry()
    favorite.hurry()
  })
  // Out of the back-forward cache: something may have been changed on the page that was left.
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted || !member) return
    forgetLikes(member)
    void load()
  })
}
