/** The response to unknown paths below /api/, served by a rule in netlify.toml. */
import type { APIRoute } from "astro"
import type { Problem } from "../../shared/problem.ts"

const title = "Not found"
const body: Problem = { type: "about:blank", title, status: 404, detail: title, code: "not_found" }

export const GET: APIRoute = () => Response.json(body)
