import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import sharp from "sharp"
import { expect, test } from "vitest"
import { POST_PICTURE } from "../../src/art/pictures.ts"
import { LOCALES } from "../../src/i18n/locales.ts"
import { localizePath } from "../e2e/pages.ts"
import { findBuiltSite, getSiteTemplate } from "../support/site-template.ts"

const folder = await findBuiltSite(await getSiteTemplate())

const readPage = (path: string) =>
  readFile(join(folder, path === "/" ? "index.html" : `${path}.html`), "utf8")

/** Matches the generated picture of a post that has no uploaded picture. Two posts can have the same generated picture. */
const POST_ART = new RegExp(`-${POST_PICTURE}-square\\.webp$`)

/** Returns the paths of the pictures in a page's `<main>`, without the width that is part of each file name. */
async function listPictures(path: string): Promise<string[]> {
  // Leaves out two parts that may repeat pictures: the chart of members' likes, which can have the same songs as the other
  // chart, and the releases, whose covers are chosen by a hash of the id.
  const html = (await readPage(path)).replace(
    /<section[^>]*aria-labelledby="(top|releases)"[\s\S]*?<\/section>/g,
    "",
  )
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ""
  return [...main.matchAll(/<img\b[^>]*\bsrc="([^"]+)"/g)]
    .flatMap(([, src = ""]) => (POST_ART.test(src) ? [] : [src]))
    .map((src) => src.replace(/-(640|1280|1600|square)(?=\.)/, ""))
}

test.for(["/", "/news", "/teams", "/music"])(
  "%s shows no picture twice, and neighboring generated pictures have different motifs",
  async (path) => {
    const pictures = await listPictures(path)
    expect(pictures.length).toBeGreaterThan(1)
    expect(new Set(pictures).size).toBe(pictures.length)
    // The motif is the first part of a generated picture's file name.
    const motifs = pictures.map((src) => /^\/art\/v2\/([a-z]+)-[a-z]+-[01]\./.exec(src)?.[1] ?? src)
    for (const [i, motif] of motifs.entries()) expect(motif).not.toBe(motifs[i - 1])
  },
)

test("the seven demo teams without a picture have generated posters", async () => {
  const posters = (await listPictures("/teams")).filter((src) => src.startsWith("/drawn/"))
  expect(posters).toHaveLength(7)
})

async function listContentPages(): Promise<string[]> {
  const pathsByKind = ["news", "events", "teams"].map(async (kind) => {
    const files = await readdir(join(folder, kind))
    return files
      .filter((file) => file.endsWith(".html"))
      .flatMap((file) =>
        LOCALES.map((locale) => localizePath(locale, `/${kind}/${file.replace(/\.html$/, "")}`)),
      )
  })
  return (await Promise.all(pathsByKind)).flat().filter((path) => !path.endsWith("/preview"))
}

test("each article, event and team has a preview picture and a story picture", async () => {
  const paths = await listContentPages()
  expect(paths.length).toBeGreaterThan(150)
  const files = new Set<string>()
  for (const path of paths) {
    const html = await readPage(path)
    const sharePicture = /property="og:image" content="[^"]*?(\/drawn\/\w+-og\.jpg)"/.exec(
      html,
    )?.[1]
    const storyPicture = /<a\b[^>]*href="(\/drawn\/\w+-story\.jpg)"[^>]*download=/.exec(html)?.[1]
    expect([path, typeof sharePicture, typeof storyPicture]).toEqual([path, "string", "string"])
    files.add(sharePicture ?? "").add(storyPicture ?? "")
  }
  const sizes = await Promise.all(
    [...files].map(async (file) => {
      const { width, height } = await sharp(join(folder, file)).metadata()
      return `${width} × ${height}`
    }),
  )
  expect(new Set(sizes)).toEqual(new Set(["1200 × 630", "1080 × 1920"]))
})

test("the languages of an article do not all have the same preview picture", async () => {
  const sharePictures = LOCALES.map(async (locale) => {
    const html = await readPage(localizePath(locale, "/news/vilnius-crew-league"))
    return /property="og:image" content="([^"]*)"/.exec(html)?.[1]
  })
  expect(new Set(await Promise.all(sharePictures)).size).toBeGreaterThan(1)
})
