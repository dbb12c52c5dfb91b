import { expect, test, vi } from "vitest"
import { failed } from "../../call.ts"
import { type BlogSteps, createBlogStore } from "./blog.ts"
import { makePost } from "./fixtures.ts"

const done = <Body>(body: Body) => ({ ok: true as const, headers: new Headers(), body })
const page = (ids: string[], next: string | null = null) =>
  done({ rows: ids.map((id) => makePost(id)), next })

function makeBlog(steps: Partial<BlogSteps> = {}) {
  const onLoadFailed = vi.fn()
  const store = createBlogStore({
    slug: () => "kell",
    fetchPosts: async (_, cursor) => (cursor ? page(["b", "c"]) : page(["a", "b"], "after-b")),
    deletePost: async () => done(undefined),
    onLoadFailed,
    ...steps,
  })
  const ids = () => {
    const blog = store.$blog.get()
    return blog.status === "ready" ? blog.posts.map(({ id }) => id) : blog.status
  }
  return { ...store, onLoadFailed, ids }
}

test("older posts follow, none twice", async () => {
  const blog = makeBlog()
  await blog.load()
  await blog.more()
  expect(blog.ids()).toEqual(["a", "b", "c"])
})

test("a new post comes first, a changed one stays where it is", async () => {
  const blog = makeBlog()
  await blog.load()
  blog.put(makePost("new"))
  blog.put(makePost("b", { title: "changed" }))
  expect(blog.ids()).toEqual(["new", "a", "b"])
  expect(blog.$blog.get()).toMatchObject({ posts: [{}, {}, { title: "changed" }] })
})

test("a draft that is published comes first, as it is the newest now", async () => {
  const blog = makeBlog()
  await blog.load()
  blog.put(makePost("b", { created_at: "2026-06-01T10:00:00.000Z" }))
  expect(blog.ids()).toEqual(["b", "a"])
})

test("what one viewer saw is gone at once for the next, also when nobody answers", async () => {
  let isDown = false
  const blog = makeBlog({ fetchPosts: async () => (isDown ? failed("unreachable") : page(["a"])) })
  await blog.load()
  isDown = true
  const loading = blog.startOver()
  expect(blog.ids()).toBe("loading")
  await loading
  expect(blog.ids()).toBe("failed")
})

test("a deleted post goes, also one that somebody else deleted before", async () => {
  const blog = makeBlog()
  await blog.load()
  expect(await blog.remove("a")).toBeNull()
  expect(blog.ids()).toEqual(["b"])
  const late = makeBlog({ deletePost: async () => failed("not_found") })
  await late.load()
  expect(await late.remove("a")).toBeNull()
  expect(late.ids()).toEqual(["b"])
})

test("a post that could not be deleted is still there", async () => {
  const blog = makeBlog({ deletePost: async () => failed("forbidden") })
  await blog.load()
  expect(await blog.remove("a")).toMatchObject({ code: "forbidden" })
  expect(blog.ids()).toEqual(["a", "b"])
})

test("posts that could not be loaded are said, those that are shown stay", async () => {
  let isDown = true
  const blog = makeBlog({ fetchPosts: async () => (isDown ? failed("internal") : page(["a"])) })
  await blog.load()
  expect(blog.ids()).toBe("failed")
  isDown = false
  await blog.load()
  isDown = true
  await blog.load()
  expect(blog.ids()).toEqual(["a"])
  expect(blog.onLoadFailed).toHaveBeenCalledTimes(2)
})
