/** A rule in netlify.toml serves this file for unknown paths under /api/. */
import type { APIRoute } from "astro"
import type { Problem } from "../../shared/problem.ts"

const title = "Not found"
const body: Problem = { type: "about:blank", title, status: 404, detail: title, code: "not_found" }

export const GET: APIRoute = () => Response.json(body)
