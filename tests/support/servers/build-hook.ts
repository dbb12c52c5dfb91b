import { beforeEach } from "vitest"
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

export function makeBuildHelpers({ auth, owner }: Pick<TestDatabase, "auth" | "owner">) {
  const authDb = auth.as(null)
  const db = owner.as(null)
  return {
    async storeBuild(status: "succeeded" | "failed" = "succeeded"): Promise<number> {
      const id = await beginBuild(authDb, await getContentVersion(authDb))
      const error = status === "failed" ? "on purpose" : null
      await endBuild(authDb, id, { status, pages: null, error, retryMs: null })
      return id
    },

    async ageBuilds(interval: string): Promise<void> {
      await db.one`
        update builds set started_at = started_at - ${interval}::interval,
          finished_at = finished_at - ${interval}::interval, retry_at = retry_at - ${interval}::interval`
    },

    async deleteBuilds(): Promise<void> {
      await db.one`delete from builds`
    },
  }
}
