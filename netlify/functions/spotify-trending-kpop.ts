/** The songs in demand, whichever music service they were fetched from. */
import type { Config } from "@netlify/functions"
import { trendingSongs } from "../../db/queries/catalogue.ts"
import { serve } from "../lib/api.ts"
import { songAnswer } from "../lib/catalogue/answer.ts"
import { chartCalls } from "../lib/catalogue/chart-calls.ts"

const app = chartCalls({
  path: "/api/spotify-trending-kpop",
  plural: "tracks",
  read: trendingSongs,
  answer: songAnswer,
})

export default serve(app)
export const config: Config = { path: "/api/spotify-trending-kpop" }
