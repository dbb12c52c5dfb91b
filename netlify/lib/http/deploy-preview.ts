/** Previews (deploys of pull requests and branches) have the live site's settings, but must not change its data. */
import { createProblem } from "./problem.ts"

/** The context is undefined on the host (netlify/host), and empty or `dev` in Netlify's emulator. */
export const isPreview = (context: string | undefined): boolean =>
  Boolean(context) && context !== "production" && context !== "dev"

const LIVE_SITE_SETTINGS = [
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
 * Replaces the settings of the live site with the settings of the preview.
 * Must run before other modules read them. Returns what requests may do in the preview's database.
 */
export function enterPreview(env = process.env): "writes" | "reads" | "none" {
  const previewUrl = env.PREVIEW_DATABASE_URL
  const url = previewUrl || env.BUILD_DATABASE_URL
  for (const name of LIVE_SITE_SETTINGS) delete env[name]
  if (!url) return "none"
  env.DATABASE_URL = url
  env.BUILD_DATABASE_URL = url
  // Keeps uploads of the preview apart from the files of the live site.
  if (previewUrl) env.UPLOADS_STORE = "preview-uploads"
  if (previewUrl && env.PREVIEW_AUTH_DATABASE_URL)
    env.AUTH_DATABASE_URL = env.PREVIEW_AUTH_DATABASE_URL
  return previewUrl ? "writes" : "reads"
}

// The rights are cached, because an instance serves only one deploy.
let previewRights: ReturnType<typeof enterPreview> | undefined

/** Returns a refusal, or null outside previews and for a request that the preview's database allows. */
export function refuseInPreview(request: Request, context: string | undefined): Response | null {
  if (!isPreview(context)) return null
  previewRights ??= enterPreview()
  if (previewRights === "none") return createProblem("database_unavailable")
  const isRead = ["GET", "HEAD", "OPTIONS"].includes(request.method)
  return previewRights === "writes" || isRead ? null : createProblem("forbidden")
}
