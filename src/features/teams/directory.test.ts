import { expect, test, vi } from "vitest"
import { failed } from "../../call.ts"
import { createDirectory, type DirectorySteps } from "./directory.ts"
import { makeTeam } from "./fixtures.ts"

const ALL = { search: "", country: null }
const RIGA = { search: "riga", country: null }

const page = (slugs: string[], next: string | null = null) => ({
  ok: true as const,
  headers: new Headers(),
  body: { rows: slugs.map((slug) => makeTeam(slug)), next },
})

function makeDirectory(fetchTeams: DirectorySteps["fetchTeams"]) {
  const onFailed = vi.fn()
  return { ...createDirectory({ fetchTeams, onFailed }), onFailed }
}

const slugsIn = ({ $list }: ReturnType<typeof makeDirectory>) => {
  const list = $list.get()
  return list.status === "ready" ? list.teams.map(({ slug }) => slug) : list.status
}

test("the answer to an older search does not take the place of a newer one's", async () => {
  const older = Promise.withResolvers<ReturnType<typeof page>>()
  const directory = makeDirectory(({ search }) =>
    search ? Promise.resolve(page(["riga"])) : older.promise,
  )
  const first = directory.show(ALL)
  await directory.show(RIGA)
  older.resolve(page(["a", "b"]))
  await first
  expect(slugsIn(directory)).toEqual(["riga"])
})

test("more are added, none twice", async () => {
  const directory = makeDirectory(async (_, cursor) =>
    cursor ? page(["b", "c"]) : page(["a", "b"], "after-b"),
  )
  await directory.show(ALL)
  await directory.more()
  expect(slugsIn(directory)).toEqual(["a", "b", "c"])
  await directory.more()
  expect(slugsIn(directory)).toEqual(["a", "b", "c"])
})

test("a search that fails is said, and what failed can be asked again", async () => {
  const directory = makeDirectory(async () => failed("unreachable"))
  await directory.show(RIGA)
  expect(directory.onFailed).toHaveBeenCalledOnce()
  expect(directory.$list.get()).toMatchObject({ status: "failed", narrowed: RIGA })
})

test("freshening that fails is not worth a word: the built list is still there", async () => {
  const directory = makeDirectory(async () => failed("unreachable"))
  await directory.freshen()
  expect(directory.onFailed).not.toHaveBeenCalled()
  expect(directory.$list.get()).toEqual({ status: "built" })
})

test("when more cannot be loaded, the list stays", async () => {
  const directory = makeDirectory(async (_, cursor) =>
    cursor ? failed("internal") : page(["a"], "after-a"),
  )
  await directory.show(ALL)
  await directory.more()
  expect(slugsIn(directory)).toEqual(["a"])
  expect(directory.onFailed).toHaveBeenCalledOnce()
})

test("more that is asked for while a search is under way comes after it", async () => {
  const answers = [Promise.withResolvers<ReturnType<typeof page>>()]
  const directory = makeDirectory((_, cursor) =>
    cursor ? Promise.resolve(page(["b"])) : (answers.at(-1)?.promise ?? Promise.reject()),
  )
  void directory.show(RIGA)
  const more = directory.more()
  answers.push(Promise.withResolvers())
  void directory.show(ALL)
  answers[0]?.resolve(page(["riga"], "after-riga"))
  answers[1]?.resolve(page(["a"], "after-a"))
  await more
  expect(slugsIn(directory)).toEqual(["a", "b"])
})

test("more that is asked for before the list is fresh comes all the same", async () => {
  const directory = makeDirectory(async (_, cursor) =>
    cursor ? page(["b"]) : page(["a"], "after-a"),
  )
  await Promise.all([directory.freshen(), directory.more()])
  expect(slugsIn(directory)).toEqual(["a", "b"])
})

test("more that is asked for before the list is fresh, and fails, leaves what is built", async () => {
  const directory = makeDirectory(async () => failed("unreachable"))
  await directory.more()
  expect(directory.onFailed).toHaveBeenCalledOnce()
  expect(directory.$list.get()).toEqual({ status: "built" })
})
