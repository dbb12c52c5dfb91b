/**
 * Netlify's deploys that are not the site itself, of a pull request or a branch. They have the site's
 * settings, and must not write to its database, send its emails or publish it: they work on a database of
 * their own, PREVIEW_DATABASE_URL, or else read as a stranger does.
 */
import { problem } from "./problem.ts"

/** By the name of a deploy's context: our own host has none, Netlify's emulator an empty one. */
export const isPreview = (context: string | undefined): boolean =>
  Boolean(context) && context !== "production" && context !== "dev"

/** What reaches people, the site, or its database. */
const OF_THE_SITE = [
  "SMTP_URL",
  "BUILD_HOOK_URL",
  "TELEGRAM_BOT_TOKEN",
  "DATABASE_OWNER_URL",
  "DATABASE_URL",
  "AUTH_DATABASE_URL",
  "BUILD_DATABASE_URL",
]

/**
 * Takes what is the site's out of the environment, before anything has read it; returns what is there in
 * place of its database: one that may be written to, a login that only reads, or nothing.
 */
export function enterPreview(env = process.env): "writes" | "reads" | "nothing" {
  const own = env.PREVIEW_DATABASE_URL
  const url = own || env.BUILD_DATABASE_URL
  for (const name of OF_THE_SITE) delete env[name]
  if (!url) return "nothing"
  env.DATABASE_URL = url
  env.BUILD_DATABASE_URL = url
  // Files of members of another database.
  if (own) env.UPLOADS_STORE = "preview-uploads"
  if (own && env.PREVIEW_AUTH_DATABASE_URL) env.AUTH_DATABASE_URL = env.PREVIEW_AUTH_DATABASE_URL
  return own ? "writes" : "reads"
}

// An instance serves one deploy, of one kind.
let entered: ReturnType<typeof enterPreview> | undefined

/** The refusal of a preview's call for which there is no database; null lets a call go on. */
export function refusedInPreview(request: Request, context: string | undefined): Response | null {
  if (!isPreview(context)) return null
  entered ??= enterPreview()
  if (entered === "nothing") return problem("database_unavailable")
  const isRead = ["GET", "HEAD", "OPTIONS"].includes(request.method)
  return entered === "writes" || isRead ? null : problem("forbidden")
}
