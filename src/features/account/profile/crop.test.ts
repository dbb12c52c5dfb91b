import { expect, test } from "vitest"
import { centerFraming, clampFraming, squareOf } from "./crop.ts"

const WIDE = { width: 800, height: 400 }

test("a picture begins as the square in its middle", () => {
  expect(squareOf(WIDE, centerFraming(WIDE))).toEqual({ left: 200, top: 0, side: 400 })
})

test("zooming keeps the middle, and shows less", () => {
  expect(squareOf(WIDE, { ...centerFraming(WIDE), zoom: 2 })).toEqual({
    left: 300,
    top: 100,
    side: 200,
  })
})

test.each([
  ["past its left edge", { x: -50, y: 200, zoom: 1 }, { x: 200, y: 200, zoom: 1 }],
  ["past its lower right corner", { x: 900, y: 900, zoom: 2 }, { x: 700, y: 300, zoom: 2 }],
  ["to less than all of it", { x: 400, y: 200, zoom: 0.5 }, { x: 400, y: 200, zoom: 1 }],
  ["beyond what can be made out", { x: 400, y: 200, zoom: 9 }, { x: 400, y: 200, zoom: 4 }],
])("nothing leads %s", (_, wanted, allowed) => {
  expect(clampFraming(WIDE, wanted)).toEqual(allowed)
})
