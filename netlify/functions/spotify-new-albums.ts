/** The latest albums, whichever music service they were fetched from. */
import type { Config } from "@netlify/functions"
import { newAlbums } from "../../db/queries/catalogue.ts"
import { serve } from "../lib/api.ts"
import { albumAnswer } from "../lib/catalogue/answer.ts"
import { chartCalls } from "../lib/catalogue/chart-calls.ts"

const app = chartCalls({
  path: "/api/spotify-new-albums",
  plural: "albums",
  read: newAlbums,
  answer: albumAnswer,
})

export default serve(app)
export const config: Config = { path: "/api/spotify-new-albums" }
