/** Folder that keeps drawn pictures between builds. Netlify's build cache keeps only node_modules. */
import { resolve } from "node:path"

export const PICTURES_FOLDER = resolve(
  process.env.PICTURES_FOLDER ??
    (process.env.NETLIFY ? "node_modules/.cache/daina-pictures" : ".cache/pictures"),
)
