/**
 * Protects the site from Netlify's deploy previews of pull requests and branches, which have the same settings. A
 * preview must not write to the site's database, send its emails or publish it. A preview uses its own database
 * (PREVIEW_DATABASE_URL), or else reads as an anonymous visitor.
 */
import { problem } from "./problem.ts"

/** Our own host has no deploy context, and Netlify's emulator has an empty one. */
export const isPreview = (context: string | undefined): boolean =>
  Boolean(context) && context !== "production" && context !== "dev"

/** Settings that give access to the site's mail server, build hook, chat services and database. */
const SITE_SETTINGS = [
  "SMTP_URL",
  "BUILD_HOOK_URL",
  "TELEGRAM_BOT_TOKEN",
  "DISCORD_WEBHOOKS",
  "DATABASE_OWNER_URL",
  "DATABASE_URL",
  "AUTH_DATABASE_URL",
  "BUILD_DATABASE_URL",
]

/**
 * Removes the site's settings from the environment, before other modules read them. Returns the rights in the
 * preview's database.
 */
export function enterPreview(env = process.env): "writes" | "reads" | "nothing" {
  const previewUrl = env.PREVIEW_DATABASE_URL
  const url = previewUrl || env.BUILD_DATABASE_URL
  for (const name of SITE_SETTINGS) delete env[name]
  if (!url) return "nothing"
  env.DATABASE_URL = url
  env.BUILD_DATABASE_URL = url
  // Members' files belong to the site's database, so a preview has a separate store.
  if (previewUrl) env.UPLOADS_STORE = "preview-uploads"
  if (previewUrl && env.PREVIEW_AUTH_DATABASE_URL)
    env.AUTH_DATABASE_URL = env.PREVIEW_AUTH_DATABASE_URL
  return previewUrl ? "writes" : "reads"
}

// An instance serves one deploy only.
let mode: ReturnType<typeof enterPreview> | undefined

/** Returns a refusal of a request that the preview's database does not allow, or null. */
export function refuseInPreview(request: Request, context: string | undefined): Response | null {
  if (!isPreview(context)) return null
  mode ??= enterPreview()
  if (mode === "nothing") return problem("database_unavailable")
  const isRead = ["GET", "HEAD", "OPTIONS"].includes(request.method)
  return mode === "writes" || isRead ? null : problem("forbidden")
}
