import { readdir, readFile } from "node:fs/promises"
import sharp from "sharp"
import { listCoverFiles } from "../../netlify/lib/pictures/images.ts"
import { resizePicture } from "../../netlify/lib/pictures/resize-picture.ts"
import { putFile } from "../../netlify/lib/pictures/storage.ts"
import { computeHash } from "../../src/art/random.ts"

const PICTURE_FOLDER = new URL("pictures/", import.meta.url)

export interface DemoPicture {
  name: string
  svg: string
  /**
   * Path of the stored picture. Names of uploaded covers start with their upload time in milliseconds. Demo pictures
   * start with 0, so that the deletion of old, unused pictures treats them as old.
   */
  url: string
}

export async function readDemoPictures(): Promise<DemoPicture[]> {
  const files = (await readdir(PICTURE_FOLDER)).sort()
  return Promise.all(
    files.map(async (file) => {
      const svg = await readFile(new URL(file, PICTURE_FOLDER), "utf8")
      const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg) ?? []
      const hash = computeHash(svg).toString(16).padStart(8, "0")
      const url = `/uploads/news-images/0-${hash}-${width}x${height}.webp`
      return { name: file.replace(/\.svg$/, ""), svg, url }
    }),
  )
}

/** Replaces each `/uploads/<name>.webp` in an article with the URL of that picture. Throws for an unknown name. */
export const insertPictureUrls = (markdown: string, pictures: DemoPicture[]): string =>
  markdown.replace(/\/uploads\/([a-z-]+)\.webp/g, (_all, name: string) => {
    const picture = pictures.find((entry) => entry.name === name)
    if (!picture) throw new Error(`pictures/${name}.svg is missing`)
    return picture.url
  })

const SVG_LOADER = { operation: ["VipsForeignLoadSvg"] }

/** Stores the demo pictures as uploads. Converts them without child processes, because the files are trusted. */
export async function storeDemoPictures(): Promise<void> {
  const pictures = await readDemoPictures()
  // resize-picture.ts blocks SVG files in sharp, because uploads may not be SVG.
  sharp.unblock(SVG_LOADER)
  const bitmaps = await Promise.all(
    pictures.map(({ svg }) => sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer()),
  ).finally(() => sharp.block(SVG_LOADER))
  await Promise.all(
    pictures.map(async ({ name, url }, index) => {
      const result = await resizePicture("cover", bitmaps[index] ?? Buffer.alloc(0))
      if ("refusal" in result) throw new Error(`pictures/${name}.svg is refused: ${result.refusal}`)
      // listCoverFiles() returns one name per size, in the order of `result.files`.
      const fileNames = listCoverFiles(url)
      await Promise.all(
        result.files.map((file, sizeIndex) => putFile(fileNames[sizeIndex] ?? "", file)),
      )
    }),
  )
}
