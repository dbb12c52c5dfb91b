import { expect, test } from "vitest"
import { type Build, progressOf } from "./progress.ts"

const makeBuild = (changes: Partial<Build> = {}): Build => ({
  status: "running",
  phase: "rendering",
  pages: 12,
  content_version: 8,
  error: null,
  ...changes,
})

test("a version that no build has taken up is queued, also behind a build of an older one", () => {
  expect(progressOf(8, 7, null)).toEqual({ status: "queued" })
  expect(progressOf(8, 7, makeBuild({ content_version: 7 }))).toEqual({ status: "queued" })
  expect(progressOf(8, 6, makeBuild({ content_version: 7, status: "failed" }))).toEqual({
    status: "queued",
  })
})

test("a running build of that version, or of a newer one, tells its phase and pages", () => {
  const building = { status: "building", phase: "rendering", pages: 12 }
  expect(progressOf(8, 7, makeBuild())).toEqual(building)
  expect(progressOf(8, 7, makeBuild({ content_version: 9 }))).toEqual(building)
})

test("it is live when the served site says so, and not before", () => {
  expect(progressOf(8, 7, makeBuild({ status: "succeeded" })).status).toBe("building")
  expect(progressOf(8, 8, makeBuild({ status: "succeeded" }))).toEqual({ status: "live" })
  expect(progressOf(8, 9, null)).toEqual({ status: "live" })
})

test("a failed build says why", () => {
  expect(progressOf(8, 7, makeBuild({ status: "failed", error: "out of memory" }))).toEqual({
    status: "failed",
    error: "out of memory",
  })
})
