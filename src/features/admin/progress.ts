/** How far a change is on its way to the readers' pages. */

/** The latest build, as `GET /api/admin/build` tells it. */
export interface Build {
  status: "running" | "succeeded" | "failed"
  phase: string | null
  pages: number | null
  /** The content version that the build began with. */
  content_version: number
  error: string | null
}

export type Progress =
  /** No build has taken it up yet. */
  | { status: "queued" }
  | { status: "building"; phase: string | null; pages: number | null }
  | { status: "live" }
  /** The site stays as it was. */
  | { status: "failed"; error: string | null }

/**
 * Where content version `target` stands. `builtVersion` is what the served site contains
 * (`/build.json`): that alone says live, since a build that succeeded may not be served yet.
 */
export function progressOf(target: number, builtVersion: number, build: Build | null): Progress {
  if (builtVersion >= target) return { status: "live" }
  // A build of an older version: another one follows it.
  if (!build || build.content_version < target) return { status: "queued" }
  if (build.status === "failed") return { status: "failed", error: build.error }
  return { status: "building", phase: build.phase, pages: build.pages }
}

/** Whether asking again may give something else. */
export const isUnderWay = ({ status }: Progress): boolean =>
  status === "queued" || status === "building"
