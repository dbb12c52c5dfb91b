/** A team's blog: its posts, as far as the viewer may see them. */
import { atom } from "nanostores"
import { type Answer, call, type Failure } from "../../call.ts"
import { readAs, readList } from "./parse.ts"
import { isPost, type TeamPost } from "./post.ts"
import type { NewPost } from "./schema.ts"

const POSTS_PER_PAGE = 20

export type BlogState =
  /** As the page came; nobody has asked yet. */
  | { status: "none" }
  | { status: "loading" }
  | { status: "failed"; failure: Failure }
  | { status: "ready"; posts: TeamPost[]; next: string | null; isLoadingMore: boolean }

export interface BlogSteps {
  slug: () => string | null
  fetchPosts: (
    slug: string,
    cursor?: string,
  ) => Promise<Answer<{ rows: TeamPost[]; next: string | null }>>
  deletePost: (id: string) => Promise<Answer<undefined>>
  onLoadFailed: (failure: Failure) => void
}

export const fetchPosts: BlogSteps["fetchPosts"] = (slug, cursor) =>
  call(
    `/api/teams/${slug}/posts?${new URLSearchParams({
      limit: String(POSTS_PER_PAGE),
      ...(cursor ? { cursor } : {}),
    })}`,
    { read: readList("posts", isPost) },
  )

export const deletePost = (id: string): Promise<Answer<undefined>> =>
  call(`/api/posts/${id}`, { method: "DELETE", read: () => undefined })

/** Sends a new post, or a changed one as it was at `updated_at`. */
export const sendPost = (
  slug: string,
  post: NewPost,
  before: { id: string; updated_at: string } | null,
): Promise<Answer<TeamPost>> =>
  before
    ? call(`/api/posts/${before.id}`, {
        method: "PATCH",
        payload: { ...post, updated_at: before.updated_at },
        read: readAs(isPost),
      })
    : call(`/api/teams/${slug}/posts`, { method: "POST", payload: post, read: readAs(isPost) })

export function createBlogStore({ slug, fetchPosts, deletePost, onLoadFailed }: BlogSteps) {
  const $blog = atom<BlogState>({ status: "none" })
  let latest = 0

  /** Reads the posts anew; those that are shown stay until then. */
  async function load(): Promise<void> {
    latest += 1
    const mine = latest
    const team = slug()
    if (!team) return
    if ($blog.get().status !== "ready") $blog.set({ status: "loading" })
    const answer = await fetchPosts(team)
    if (mine !== latest) return
    if (answer.ok) {
      const { rows: posts, next } = answer.body
      $blog.set({ status: "ready", posts, next, isLoadingMore: false })
      return
    }
    if ($blog.get().status !== "ready") $blog.set({ status: "failed", failure: answer.failure })
    onLoadFailed(answer.failure)
  }

  /** Reads the posts for another viewer: what the last one saw, drafts perhaps, goes at once. */
  async function startOver(): Promise<void> {
    $blog.set({ status: "none" })
    await load()
  }

  async function more(): Promise<void> {
    const blog = $blog.get()
    const team = slug()
    if (!team || blog.status !== "ready" || !blog.next || blog.isLoadingMore) return
    const mine = latest
    $blog.set({ ...blog, isLoadingMore: true })
    const answer = await fetchPosts(team, blog.next)
    const now = $blog.get()
    if (mine !== latest || now.status !== "ready") return
    if (!answer.ok) {
      $blog.set({ ...now, isLoadingMore: false })
      return onLoadFailed(answer.failure)
    }
    const known = new Set(now.posts.map(({ id }) => id))
    const older = answer.body.rows.filter(({ id }) => !known.has(id))
    const posts = [...now.posts, ...older]
    $blog.set({ ...now, posts, next: answer.body.next, isLoadingMore: false })
  }

  function change(changed: (posts: TeamPost[]) => TeamPost[]): void {
    const blog = $blog.get()
    if (blog.status === "ready") $blog.set({ ...blog, posts: changed(blog.posts) })
  }

  /** Puts a saved post into its place: a new one, or one that was just published, comes first. */
  const put = (post: TeamPost) =>
    change((posts) =>
      posts.some(({ id }) => id === post.id)
        ? posts
            .map((other) => (other.id === post.id ? post : other))
            // ISO moments are in order as text.
            .toSorted((a, b) =>
              a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : 0,
            )
        : [post, ...posts],
    )

  /** Deletes a post; one that is gone already counts as deleted. Null when it is. */
  async function remove(id: string): Promise<Failure | null> {
    const answer = await deletePost(id)
    if (!answer.ok && answer.failure.code !== "not_found") return answer.failure
    change((posts) => posts.filter((post) => post.id !== id))
    return null
  }

  return { $blog, load, startOver, more, put, remove }
}
