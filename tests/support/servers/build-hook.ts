import { afterEach, beforeEach, vi } from "vitest"
import { beginBuild, endBuild } from "../../../db/queries/builds.ts"
import { getContentVersion } from "../../../db/queries/content-version.ts"
import type { TestDatabase } from "../database.ts"
import { startFakeServer } from "./fake-server.ts"

/**
 * Starts a fake of Netlify's build hook, the URL that the site calls to request a build. `calls` has the HTTP method of
 * each call. While `isFailing` is true, the hook responds with status 500.
 */
export function startBuildHook() {
  const hook = { calls: [] as string[], isFailing: false }
  startFakeServer(["BUILD_HOOK_URL"], (request, response) => {
    hook.calls.push(request.method ?? "")
    response.writeHead(hook.isFailing ? 500 : 202).end()
  })
  beforeEach(() => void Object.assign(hook, { calls: [], isFailing: false }))
  return hook
}

/**
 * Starts a fake of Netlify's build hook, and simulates a site on Netlify. Deletes all stored builds before each test.
 * Returns the fake and functions that store builds.
 */
export function startNetlifyBuildHook({ auth, owner }: Pick<TestDatabase, "auth" | "owner">) {
  const hook = startBuildHook()
  const authDb = auth.as(null)
  const db = owner.as(null)
  beforeEach(async () => {
    // Simulates a site on Netlify that purges no CDN cache and has the bundled charts.
    vi.stubEnv("SITE_ID", "a-site")
    vi.stubEnv("NETLIFY_LOCAL", "true")
    vi.stubEnv("MUSIC_PROVIDER", "")
    vi.stubEnv("SPOTIFY_CLIENT_ID", "")
    await db.one`delete from builds`
  })
  afterEach(() => void vi.unstubAllEnvs())

  async function storeBuild(status: "succeeded" | "failed" = "succeeded"): Promise<number> {
    const id = await beginBuild(authDb, await getContentVersion(authDb))
    const error = status === "failed" ? "on purpose" : null
    await endBuild(authDb, id, { status, pages: null, error, retryMs: null })
    return id
  }
  const ageBuilds = (interval: string) => db.one`
    update builds set started_at = started_at - ${interval}::interval,
      finished_at = finished_at - ${interval}::interval, retry_at = retry_at - ${interval}::interval`
  return {
    hook,
    storeBuild,
    ageBuilds,
    /** Stores a build of the current content that ended before now by `age`, a Postgres interval such as "1 hour". */
    async recordBuild(age: string): Promise<void> {
      await storeBuild()
      await ageBuilds(age)
      hook.calls.length = 0
    },
  }
}
