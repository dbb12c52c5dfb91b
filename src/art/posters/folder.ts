/**
 * The folder that keeps drawn pictures between builds. Our own host sets it to its data folder. On Netlify it is in
 * node_modules, the only folder that its build cache keeps.
 */
import { resolve } from "node:path"

export const PICTURES_FOLDER = resolve(
  process.env.PICTURES_FOLDER ??
    (process.env.NETLIFY ? "node_modules/.cache/daina-pictures" : ".cache/pictures"),
)
