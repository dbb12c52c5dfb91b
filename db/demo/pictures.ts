import { readdir, readFile } from "node:fs/promises"
import sharp from "sharp"
import { drawPicture } from "../../netlify/lib/pictures/draw-picture.ts"
import { listCoverFiles } from "../../netlify/lib/pictures/images.ts"
import { putFile } from "../../netlify/lib/pictures/storage.ts"
import { computeHash } from "../../src/art/random.ts"

const FOLDER = new URL("pictures/", import.meta.url)

export interface DemoPicture {
  name: string
  svg: string
  /** The time 0 in the file name makes unused demo pictures old enough to be deleted. */
  address: string
}

export async function readDemoPictures(): Promise<DemoPicture[]> {
  const files = (await readdir(FOLDER)).sort()
  return Promise.all(
    files.map(async (file) => {
      const svg = await readFile(new URL(file, FOLDER), "utf8")
      const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg) ?? []
      const hash = computeHash(svg).toString(16).padStart(8, "0")
      const address = `/uploads/news-images/0-${hash}-${width}x${height}.webp`
      return { name: file.replace(/\.svg$/, ""), svg, address }
    }),
  )
}

export const insertPictureAddresses = (markdown: string, pictures: DemoPicture[]): string =>
  markdown.replace(/\/uploads\/([a-z-]+)\.webp/g, (_all, name: string) => {
    const picture = pictures.find((entry) => entry.name === name)
    if (!picture) throw new Error(`pictures/${name}.svg is missing`)
    return picture.address
  })

const SVG = { operation: ["VipsForeignLoadSvg"] }

/** One child process per picture takes four times as long, and the files are trusted. */
export async function storeDemoPictures(): Promise<void> {
  const pictures = await readDemoPictures()
  // The process blocks SVG, because uploads may not be SVG.
  sharp.unblock(SVG)
  const bitmaps = await Promise.all(
    pictures.map(({ svg }) => sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer()),
  ).finally(() => sharp.block(SVG))
  await Promise.all(
    pictures.map(async ({ name, address }, index) => {
      const drawn = await drawPicture("cover", bitmaps[index] ?? Buffer.alloc(0))
      if ("refusal" in drawn) throw new Error(`pictures/${name}.svg is refused: ${drawn.refusal}`)
      const names = listCoverFiles(address)
      await Promise.all(drawn.files.map((file, size) => putFile(names[size] ?? "", file)))
    }),
  )
}
