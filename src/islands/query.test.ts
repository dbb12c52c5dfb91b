import { expect, test, vi } from "vitest"
import * as z from "zod/mini"
import { serve } from "../features/account/fixtures.ts"
import { createQuery, updateCache } from "./query.ts"

const list = z.object({ names: z.array(z.string()) })

test("a read that began before a change does not undo the change", async () => {
  const names = ["Anna"]
  const respond: (() => void)[] = []
  serve({
    "GET /list": () => {
      const response = Response.json({ names: [...names] })
      return new Promise((resolve) => respond.push(() => resolve(response)))
    },
  })
  const $list = createQuery("/list", list)
  $list.listen(() => {})
  await vi.waitFor(() => expect(respond).toHaveLength(1))
  names.push("Ilze")
  const changed = updateCache(
    (key) => key === "/list",
    list,
    ({ names }) => ({ names: [...names, "Ilze"] }),
  )
  respond[0]?.()
  await changed
  expect($list.get().data).toEqual({ names: ["Anna", "Ilze"] })
  await vi.waitFor(() => expect(respond).toHaveLength(2))
  respond[1]?.()
  await vi.waitFor(() => expect($list.get()).toMatchObject({ loading: false }))
  expect($list.get().data).toEqual({ names: ["Anna", "Ilze"] })
})
