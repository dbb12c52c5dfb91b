/**
 * Where drawn pictures are kept from one build to the next. Our host has them in its data folder; Netlify
 * carries node_modules from build to build, and nothing else that is ours.
 */
import { resolve } from "node:path"

export const PICTURES_FOLDER = resolve(
  process.env.PICTURES_FOLDER ??
    (process.env.NETLIFY ? "node_modules/.cache/daina-pictures" : ".cache/pictures"),
)
