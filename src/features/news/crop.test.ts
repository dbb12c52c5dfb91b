import { expect, test } from "vitest"
import { type Crop, getCropPosition, type Point } from "./crop.ts"

test.each<[what: string, size: string, crop: Crop, point: Point, position: Point]>([
  ["a centered point stays centered", "1000x1500", "list", { x: 50, y: 50 }, { x: 50, y: 50 }],
  ["a point at the edge is visible", "1000x1500", "article", { x: 0, y: 100 }, { x: 50, y: 100 }],
  [
    "a point above the center becomes the center of the crop",
    "1000x1500",
    "list",
    { x: 10, y: 30 },
    { x: 50, y: 10 },
  ],
  ["a wide picture loses its sides", "2000x1000", "list", { x: 75, y: 0 }, { x: 100, y: 50 }],
  [
    "a picture with the ratio of the crop is not cropped",
    "1280x800",
    "card",
    { x: 9, y: 9 },
    { x: 50, y: 50 },
  ],
])("%s", (_what, size, crop, point, position) => {
  const { x, y } = getCropPosition(`/uploads/news-images/1-ab-${size}.webp`, crop, point)
  expect([Math.round(x), Math.round(y)]).toEqual([position.x, position.y])
})

test("the focus point of a picture of unknown size stays visible", () => {
  expect(getCropPosition("/uploads/news-images/1-ab.webp", "card", { x: 20, y: 80 })).toEqual({
    x: 20,
    y: 80,
  })
})
