import { beforeEach, expect, test, vi } from "vitest"
import { setSession } from "../../session/session.ts"
import { $toasts } from "../../ui/toast/toasts.ts"

vi.stubGlobal("document", {
  documentElement: { lang: "en" },
  querySelectorAll: () => [],
  cookie: "daina_signed_in=1",
})
vi.stubGlobal("navigator", { onLine: true })
vi.stubGlobal("location", { pathname: "/music", search: "", hash: "" })

/** Ids of songs that the fake server has stored as liked. */
const likedIds = new Set<string>()
/** Response to the next change. */
const respond = vi.fn<() => Response>()
const calls: string[] = []
vi.stubGlobal("fetch", async (url: string, { method = "GET" }: RequestInit = {}) => {
  if (url === "/api/likes") {
    const likes = [...likedIds].map((item_id) => ({ item_type: "song", item_id }))
    return Response.json({ likes, favorite_song_id: null })
  }
  if (url === "/api/auth/session") return Response.json({ user: null, role: "user" })
  calls.push(`${method} ${url}`)
  const response = respond()
  if (response.ok) likedIds.add(url.slice("/api/likes/song/".length))
  return response
})

const { $favoriteId, $isLiked, $likes, toggleFavorite, toggleLike } = await import("./likes.ts")
$isLiked.listen(() => {})
$favoriteId.listen(() => {})

const SONG = { type: "song", id: "deezer-1", name: "Supernova" } as const
const OTHER_SONG = { type: "song", id: "deezer-2", name: "Dynamite" } as const

const makeProblem = (code: string, status: number) =>
  Response.json({ type: "about:blank", title: code, status, code }, { status })

beforeEach(async () => {
  $toasts.set([])
  calls.length = 0
  setSession({ status: "signed-in", user: { id: "mari", email: "mari@daina.test" }, role: "user" })
  await vi.waitFor(() => expect($likes.value?.data).toBeDefined())
})

test("a refused like is rolled back with a toast", async () => {
  respond.mockImplementation(() => makeProblem("internal", 500))
  toggleLike(SONG)
  expect($isLiked.get()(SONG)).toBe(true)
  await vi.waitFor(() =>
    expect($toasts.get()).toMatchObject([
      { title: "music:toasts.likeFailed", text: "errors:problems.internal" },
    ]),
  )
  expect($isLiked.get()(SONG)).toBe(false)
})

test("a like that the server accepts is shown, without a toast", async () => {
  respond.mockImplementation(() => Response.json({ liked: true }))
  toggleLike(SONG)
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  await vi.waitFor(() => expect($isLiked.get()(SONG)).toBe(true))
  expect($toasts.get()).toEqual([])
  expect($isLiked.get()(SONG)).toBe(true)
  expect($isLiked.get()(OTHER_SONG)).toBe(false)
  expect(calls).toEqual(["PUT /api/likes/song/deezer-1"])
})

test("a new favorite replaces the old favorite, and a second press removes the favorite", async () => {
  respond.mockImplementation(() => new Response(null, { status: 204 }))
  toggleFavorite(SONG)
  toggleFavorite(OTHER_SONG)
  expect($favoriteId.get()).toBe(OTHER_SONG.id)
  await vi.waitFor(() => expect($toasts.get()).toMatchObject([{ text: "Dynamite" }]))
  expect($favoriteId.get()).toBe(OTHER_SONG.id)
  toggleFavorite(OTHER_SONG)
  await vi.waitFor(() =>
    expect($toasts.get()).toMatchObject([{ title: "music:toasts.noFavorite" }]),
  )
  expect($favoriteId.get()).toBeNull()
  expect(calls.map((call) => call.split(" ", 1)[0])).toEqual(["PUT", "PUT", "DELETE"])
})

test("without a profile, choosing a favorite shows a toast that links to the profile", async () => {
  respond.mockImplementation(() => makeProblem("profile_incomplete", 409))
  toggleFavorite(SONG)
  await vi.waitFor(() =>
    expect($toasts.get()).toMatchObject([
      { title: "music:toasts.favoriteFailed", link: { href: "/profile" } },
    ]),
  )
  expect($favoriteId.get()).toBeNull()
})

test("an expired session shows a log-in toast and clears the hearts", async () => {
  respond.mockImplementation(() => makeProblem("sign_in_required", 401))
  toggleLike(OTHER_SONG)
  await vi.waitFor(() =>
    expect($toasts.get()).toMatchObject([
      {
        title: "music:toasts.signIn.title",
        text: "music:toasts.signIn.like",
        link: { href: "/login?next=%2Fmusic" },
      },
    ]),
  )
  await vi.waitFor(() => expect($isLiked.get()(SONG)).toBeNull())
  toggleLike(SONG)
  expect(calls, "no request is sent for logged-out visitors").toHaveLength(1)
})
