import { expect, test } from "vitest"
import { type Crop, cropPosition, type Point } from "./crop.ts"

test.each<[what: string, size: string, crop: Crop, point: Point, position: Point]>([
  ["the middle stays the middle", "1000x1500", "list", { x: 50, y: 50 }, { x: 50, y: 50 }],
  ["what is at the edge is in sight", "1000x1500", "article", { x: 0, y: 100 }, { x: 50, y: 100 }],
  // 1.5 high for each width, of which 0.75 is shown: 0.45 above the point, and 0.375 of them in the box.
  [
    "what is above the middle is in the middle",
    "1000x1500",
    "list",
    { x: 10, y: 30 },
    { x: 50, y: 10 },
  ],
  ["of a wide one, its sides are cropped", "2000x1000", "list", { x: 75, y: 0 }, { x: 100, y: 50 }],
  [
    "one of the crop's own shape has nothing to crop",
    "1280x800",
    "card",
    { x: 9, y: 9 },
    { x: 50, y: 50 },
  ],
])("%s", (_what, size, crop, point, position) => {
  const { x, y } = cropPosition(`/uploads/news-images/1-ab-${size}.webp`, crop, point)
  expect([Math.round(x), Math.round(y)]).toEqual([position.x, position.y])
})

test("the focus point of a picture of unknown size stays visible", () => {
  expect(cropPosition("/uploads/news-images/1-ab.webp", "card", { x: 20, y: 80 })).toEqual({
    x: 20,
    y: 80,
  })
})
