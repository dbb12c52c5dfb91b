import { beforeEach } from "vitest"
import { beginBuild, endBuild } from "../../../db/queries/builds.ts"
import { getContentVersion } from "../../../db/queries/content-version.ts"
import type { TestDatabase } from "../database.ts"
import { startFakeServer } from "./fake-server.ts"

/** Starts a server for the build hook, which the site calls to request a build. `calls` has the methods of the requests. */
export function listenForBuilds() {
  const hook = { calls: [] as string[], fail: false }
  startFakeServer(["BUILD_HOOK_URL"], (request, response) => {
    hook.calls.push(request.method ?? "")
    response.writeHead(hook.fail ? 500 : 202).end()
  })
  beforeEach(() => void Object.assign(hook, { calls: [], fail: false }))
  return hook
}

export function makeBuildHelpers({ auth, owner }: Pick<TestDatabase, "auth" | "owner">) {
  const builder = auth.as(null)
  const db = owner.as(null)
  return {
    async build(status: "succeeded" | "failed" = "succeeded"): Promise<number> {
      const id = await beginBuild(builder, await getContentVersion(builder))
      const error = status === "failed" ? "on purpose" : null
      await endBuild(builder, id, { status, pages: null, error, retryMs: null })
      return id
    },

    async age(interval: string): Promise<void> {
      await db.one`
        update builds set started_at = started_at - ${interval}::interval,
          finished_at = finished_at - ${interval}::interval, retry_at = retry_at - ${interval}::interval`
    },

    async forgetBuilds(): Promise<void> {
      await db.one`delete from builds`
    },
  }
}
