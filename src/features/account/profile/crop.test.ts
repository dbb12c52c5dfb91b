import { expect, test } from "vitest"
import { clampFraming, createCenterFraming, getSquare } from "./crop.ts"

const WIDE = { width: 800, height: 400 }

test("the crop starts as the largest square in the middle", () => {
  expect(getSquare(WIDE, createCenterFraming(WIDE))).toEqual({ left: 200, top: 0, side: 400 })
})

test("zooming in keeps the center", () => {
  expect(getSquare(WIDE, { ...createCenterFraming(WIDE), zoom: 2 })).toEqual({
    left: 300,
    top: 100,
    side: 200,
  })
})

test.each([
  ["past the left edge of the picture", { x: -50, y: 200, zoom: 1 }, { x: 200, y: 200, zoom: 1 }],
  ["past the lower right corner", { x: 900, y: 900, zoom: 2 }, { x: 700, y: 300, zoom: 2 }],
  ["below a zoom of 1", { x: 400, y: 200, zoom: 0.5 }, { x: 400, y: 200, zoom: 1 }],
  ["above the maximum zoom", { x: 400, y: 200, zoom: 9 }, { x: 400, y: 200, zoom: 4 }],
])("the crop cannot go %s", (_, requested, allowed) => {
  expect(clampFraming(WIDE, requested)).toEqual(allowed)
})
