import { describe, expect, test } from "vitest"
import { slugify } from "../shared/slug.ts"
import { assignPictures } from "./assign.ts"
import { drawLightsticks } from "./lightsticks.ts"
import { drawMotif } from "./motifs.ts"
import {
  artCover,
  artSleeve,
  artThumb,
  COUNTRY_COLORS,
  COVERS,
  MOTIFS,
  SLEEVES,
  SLEEVES_PER_SHEET,
  singleSleeve,
} from "./pictures.ts"
import { computeHash, createRandom } from "./random.ts"
import { drawSingleSleeve, drawSleeve, drawSleeveSheets } from "./sleeve.ts"
import { listMotifs } from "./topics.ts"

test.each(MOTIFS)("a %s picture depends only on its number and country color", (motif) => {
  const draw = (number: number, country: "ee" | "all" = "ee") =>
    drawMotif({ motif, number, country, width: 1280, height: 630 })
  expect(draw(0)).toBe(draw(0))
  expect(draw(0)).not.toBe(draw(1))
  expect(draw(0)).not.toBe(draw(0, "all"))
})

test.each(MOTIFS)("a %s picture has only valid numbers, in each color and shape", (motif) => {
  for (const country of COUNTRY_COLORS) {
    for (const height of [630, 2275]) {
      expect(drawMotif({ motif, number: 0, country, width: 1280, height })).not.toMatch(
        /NaN|undefined|Infinity/,
      )
    }
  }
})

test("random numbers are at least 0 and below 1", () => {
  const random = createRandom("seed")
  for (let i = 0; i < 1000; i++) {
    const number = random()
    expect(number).toBeGreaterThanOrEqual(0)
    expect(number).toBeLessThan(1)
  }
})

test("the hash of a text never changes", () => {
  expect(computeHash("")).toBe(2166136261)
  expect(computeHash("daina")).toBe(4265780168)
})

test.each(COUNTRY_COLORS)("the default cover for %s is one of the drawn covers", (country) => {
  const { src, srcset, share } = artCover("rigas-zvaigznes", country)
  const name = `/art/v2/(${MOTIFS.join("|")})-${country}-(${COVERS.join("|")})`
  expect(src).toMatch(new RegExp(`^${name}-640\\.webp$`))
  expect(srcset).toMatch(new RegExp(`${name}\\.webp 1280w$`))
  expect(share).toMatch(new RegExp(`^${name}-og\\.jpg$`))
})

test.each([
  ["Swap the card, keep your address", "cards"],
  ["Devyni kostiumai, vienas autobusas ir siena", "coach"],
  ["Kur Rīgā mēģināt, ja nevienam nav spoguļa", "floor"],
  ["Лайтстик и хорошие манеры", "crowd"],
  ["Baltic Cover Cup: the final", "beams"],
  ["Random play dance: mis see on ja kuidas muusika valida", "speakers"],
])("the title %s matches the motif %s", (title, motif) => {
  expect(listMotifs(slugify(title), title)[0]).toEqual({ motif, isTopic: true })
})

const makeSubjects = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    seed: `article-${i}`,
    country: "lv" as const,
    text: "The final of the league",
  }))

describe("many covers of one topic", () => {
  const coverCount = MOTIFS.length * COVERS.length
  const covers = assignPictures(makeSubjects(coverCount * 3))
  const urls = covers.map(({ url }) => url)

  test("neighbors have different motifs", () => {
    for (const [i, { motif }] of covers.entries()) expect(covers[i - 1]?.motif).not.toBe(motif)
  })

  test("no cover is repeated before the covers of all motifs but one are used", () => {
    const firstUrls = urls.slice(0, coverCount - COVERS.length)
    expect(new Set(firstUrls).size).toBe(firstUrls.length)
  })

  test("a repeated cover is at least half the number of covers away", () => {
    for (const [i, url] of urls.entries()) {
      expect(urls.slice(Math.max(0, i - coverCount / 2), i)).not.toContain(url)
    }
  })
})

test("a new article does not change the covers of other articles", () => {
  expect(assignPictures(makeSubjects(30)).slice(0, 29)).toEqual(assignPictures(makeSubjects(29)))
})

test("the seed decides the motif of a small picture, and all motifs are used", () => {
  const thumbs = Array.from({ length: 60 }, (_, i) => artThumb(`post-${i}`, "lv"))
  expect(new Set(thumbs).size).toBe(MOTIFS.length)
  expect(artThumb("post-7", "lv")).toBe(thumbs[7])
})

test("the sheet in the URL of a record sleeve contains the sleeve", () => {
  const sheets = drawSleeveSheets()
  for (const name of ["snapshot-song-1", "snapshot-album-48", "deezer-3135556"]) {
    const [, sheet, row] = /^\/art\/v2\/sleeves-(\d+)\.webp#(\d)$/.exec(artSleeve(name)) ?? []
    const number = Number(sheet) * SLEEVES_PER_SHEET + Number(row)
    expect(sheets[Number(sheet)]).toContain(drawSleeve(number))
  }
})

test("the file of a single record sleeve contains the sleeve", () => {
  for (const name of ["snapshot-song-1", "snapshot-album-48", "deezer-3135556"]) {
    const [, sheet, row] = /sleeves-(\d+)\.webp#(\d)$/.exec(artSleeve(name)) ?? []
    const number = Number(sheet) * SLEEVES_PER_SHEET + Number(row)
    expect(singleSleeve(artSleeve(name))).toBe(`/art/v2/sleeve-${number}.webp`)
    expect(drawSingleSleeve(number)).toContain(drawSleeve(number))
  }
  expect(singleSleeve("https://i.scdn.co/image/2")).toBe("https://i.scdn.co/image/2")
})

test("all record sleeves are different", () => {
  expect(new Set(Array.from({ length: SLEEVES }, (_, i) => drawSleeve(i))).size).toBe(SLEEVES)
})

test("each song and album of the bundled charts has its own record sleeve", () => {
  const bundled = ["song", "album"].flatMap((type) =>
    Array.from({ length: SLEEVES / 2 }, (_, i) => artSleeve(`snapshot-${type}-${i + 1}`)),
  )
  expect(new Set(bundled).size).toBe(SLEEVES)
})

test("the option `only` lights exactly one lightstick", () => {
  const dark = drawLightsticks({
    seed: "x",
    country: "all",
    width: 640,
    height: 315,
    only: { row: 2, index: 8 },
  })
  expect(dark.match(/fill="#d4ff4f"/g)).toHaveLength(1)
})
