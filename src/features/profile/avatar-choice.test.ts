import { expect, test, vi } from "vitest"
import type { ShrunkPicture } from "../../ui/shrink-picture.ts"
import { createAvatarChoice } from "./avatar-choice.ts"

const file = (name: string) => new File([name], name, { type: "image/png" })

const shrunk = async (picture: File): Promise<ShrunkPicture> => ({ ok: true, picture, width: 800 })

function makeChoice(shrink: (file: File, maxPixels: number) => Promise<ShrunkPicture> = shrunk) {
  const [onChosen, onRefused] = [vi.fn(), vi.fn()]
  return { ...createAvatarChoice({ onChosen, onRefused, shrink }), onChosen, onRefused }
}

test("a chosen picture is drawn no larger than an avatar needs, and can be looked at", async () => {
  const shrink = vi.fn(shrunk)
  const { take, onChosen } = makeChoice(shrink)
  const picture = file("a.png")
  await take(picture)
  expect(shrink).toHaveBeenCalledWith(picture, 1024)
  expect(onChosen).toHaveBeenCalledWith({
    status: "chosen",
    picture,
    preview: expect.stringMatching(/^blob:/),
  })
})

test.each([
  ["invalid", "common:picture.invalid.title", "common:picture.invalid.text"],
  ["too-large", "common:picture.tooLarge.title", "common:picture.tooLarge.text"],
] as const)("what is %s changes nothing, and says why", async (reason, title, text) => {
  const { take, onChosen, onRefused, $refusal } = makeChoice(async () => ({ ok: false, reason }))
  await take(file("a.png"))
  expect(onChosen).not.toHaveBeenCalled()
  expect(onRefused).toHaveBeenCalledWith({ title, text })
  expect($refusal.get()).toEqual({ title, text })
})

test("of two files the later counts, and none after it was removed", async () => {
  const ready: ((picture: ShrunkPicture) => void)[] = []
  const { take, remove, onChosen } = makeChoice(() => new Promise((resolve) => ready.push(resolve)))
  const [first, second] = [file("a.png"), file("b.png")]
  const taking = [take(first), take(second)]
  ready[1]?.({ ok: true, picture: second, width: 800 })
  ready[0]?.({ ok: true, picture: first, width: 800 })
  await Promise.all(taking)
  expect(onChosen.mock.calls).toMatchObject([[{ picture: second }]])

  const late = take(first)
  remove()
  ready[2]?.({ ok: true, picture: first, width: 800 })
  await late
  expect(onChosen).toHaveBeenLastCalledWith({ status: "saved", url: null })
})
