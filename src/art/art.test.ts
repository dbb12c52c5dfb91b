import { expect, test } from "vitest"
import { lightsticks } from "./lightsticks.ts"
import { artCover, artLargeSleeve, artSleeve } from "./pictures.ts"
import { PLACES } from "./places.ts"
import { hashOf, randomFrom } from "./random.ts"
import { sleeve } from "./sleeve.ts"

const crowd = (seed: string, place: "ee" | "all" = "ee") =>
  lightsticks({ seed, place, width: 640, height: 315 })

test("the same seed gives the same picture, another one another", () => {
  expect(crowd("a")).toBe(crowd("a"))
  expect(crowd("a")).not.toBe(crowd("b"))
  expect(crowd("a")).not.toBe(crowd("a", "all"))
  expect(sleeve("a")).toBe(sleeve("a"))
  expect(sleeve("a")).not.toBe(sleeve("b"))
})

test("random numbers keep to their range", () => {
  const random = randomFrom("seed")
  for (let i = 0; i < 1000; i++) {
    const number = random()
    expect(number).toBeGreaterThanOrEqual(0)
    expect(number).toBeLessThan(1)
  }
})

test("hashes are known: addresses of pictures must not change with a release", () => {
  expect(hashOf("")).toBe(2166136261)
  expect(hashOf("daina")).toBe(4265780168)
})

test.each(PLACES)("a cover for %s names a picture that is drawn", (place) => {
  const { src, srcset, share } = artCover("rigas-zvaigznes", place)
  expect(src).toMatch(new RegExp(`^/art/v1/${place}-[0-7]-640\\.webp$`))
  expect(srcset).toContain("-1280.webp 1280w")
  expect(share).toMatch(/-[0-7]\.jpg$/)
})

test("a sleeve's number is one of thirty-six, whatever the size", () => {
  for (const name of ["APT.", "Seven", "Магия"]) {
    expect(artSleeve(name)).toMatch(/^\/art\/v1\/sleeve-(\d|[12]\d|3[0-5])\.webp$/)
    expect(artLargeSleeve(name)).toBe(artSleeve(name).replace(".webp", "-large.webp"))
  }
})

test("in a dark hall one stick alone has a light", () => {
  const dark = lightsticks({
    seed: "x",
    place: "all",
    width: 640,
    height: 315,
    only: { row: 2, index: 8 },
  })
  expect(dark.match(/fill="#d4ff4f"/g)).toHaveLength(1)
})
