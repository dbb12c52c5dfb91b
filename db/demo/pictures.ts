/** The pictures in the demo's articles, which stand among the uploads. */
import sharp from "sharp"
import { drawPicture } from "../../netlify/lib/pictures/draw-picture.ts"
import { coverFiles } from "../../netlify/lib/pictures/images.ts"
import { putFile } from "../../netlify/lib/pictures/storage.ts"
import { hashOf } from "../../src/art/random.ts"
import type { Scene } from "./drawing.ts"
import { SCENES } from "./scenes.ts"

/**
 * Known before it is drawn: the same scene always has the same address. An upload's name begins with its
 * moment, for the sweep; these are old from the start.
 */
const addressOf = ({ svg, width, height }: Scene) =>
  `/uploads/news-images/0-${hashOf(svg).toString(16).padStart(8, "0")}-${width}x${height}.webp`

/** A text with the addresses of its pictures, which it has by the names of their scenes. */
export const withPictures = (markdown: string): string =>
  markdown.replace(/\/uploads\/([a-z-]+)\.webp/g, (_all, name: string) => {
    const draw = SCENES[name]
    if (!draw) throw new Error(`There is no scene ${name}`)
    return addressOf(draw())
  })

const SVG = { operation: ["VipsForeignLoadSvg"] }

/**
 * Draws them all into the storage of uploads, in the sizes of uploads: in this process, since these are our
 * own, and a process for each takes four times as long.
 */
export async function storeDemoPictures(): Promise<void> {
  const scenes = Object.values(SCENES).map((draw) => draw())
  // Uploads may not be SVG, and what reads them forbids it to the whole process.
  sharp.unblock(SVG)
  const pictures = await Promise.all(
    scenes.map(({ svg }) => sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer()),
  ).finally(() => sharp.block(SVG))
  await Promise.all(
    scenes.map(async (scene, index) => {
      const drawn = await drawPicture("cover", pictures[index] ?? Buffer.alloc(0))
      if ("refusal" in drawn) throw new Error(`A picture of the demo is refused: ${drawn.refusal}`)
      const names = coverFiles(addressOf(scene))
      await Promise.all(drawn.files.map((file, size) => putFile(names[size] ?? "", file)))
    }),
  )
}
