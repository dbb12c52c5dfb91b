/** Everything a member likes, by name: what their own profile tells them. */
import { atom } from "nanostores"
import { type Answer, call, type Failure, failed } from "../../call.ts"
import { type Liked, profileOf } from "../members/profile.ts"
import { $session, type Session } from "../session/session.ts"
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

/** Who is here, as soon as it is known. */
const knownSession = () =>
  new Promise<Exclude<Session, { status: "loading" }>>((resolve) => {
    const stop = $session.subscribe((session) => {
      if (session.status === "loading") return
      resolve(session)
      // Not there yet, when it was known from the start.
      queueMicrotask(() => stop())
    })
  })

async function fetchOwnLikes(): Promise<Answer<Liked[]>> {
  const session = await knownSession()
  if (session.status === "signed-out") return failed("sign_in_required")
  return await call(`/api/profiles/${session.user.id}`, { read, cache: "no-store" })
}

/** Reads them anew. */
export async function loadOwnLikes(): Promise<void> {
  $ownLikes.set({ status: "loading" })
  const take = likes.reading()
  const answer = await fetchOwnLikes()
  if (answer.ok) {
    take(answer.body.map(({ item_type, item_id }) => [likeKey(item_type, item_id), true]))
    $ownLikes.set({ status: "ready", liked: answer.body })
  } else if (answer.failure.code === "not_found") {
    $ownLikes.set({ status: "no-profile" })
  } else {
    $ownLikes.set({ status: "failed", failure: answer.failure })
  }
}
