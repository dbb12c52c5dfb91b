/** Everything a member likes, by name: what their own profile tells them. */
import { atom } from "nanostores"
import { call, type Failure } from "../../call.ts"
import { type Liked, profileOf } from "../members/profile.ts"
import { $session } from "../session/session.ts"
import { likeKey, likes } from "./member-music.ts"

export type OwnLikes =
  | { status: "loading" }
  | { status: "failed"; failure: Failure }
  /** Likes are listed with the profile, and nothing is saved of it yet. */
  | { status: "no-profile" }
  | { status: "ready"; liked: Liked[] }

export const $ownLikes = atom<OwnLikes>({ status: "loading" })

function read(json: unknown): Liked[] {
  const profile = profileOf(json)
  if (!profile) throw new Error("The answer is no profile.")
  return profile.music_likes ?? []
}

/** Reads them anew. */
export async function loadOwnLikes(): Promise<void> {
  const session = $session.get()
  const id = session.status === "signed-in" ? session.user.id : ""
  $ownLikes.set({ status: "loading" })
  const take = likes.reading()
  const answer = await call(`/api/profiles/${id}`, { read, cache: "no-store" })
  if (answer.ok) {
    take(answer.body.map(({ item_type, item_id }) => [likeKey(item_type, item_id), true]))
    $ownLikes.set({ status: "ready", liked: answer.body })
  } else if (answer.failure.code === "not_found") {
    $ownLikes.set({ status: "no-profile" })
  } else {
    $ownLikes.set({ status: "failed", failure: answer.failure })
  }
}
