import type { Config } from "@netlify/functions"
import {
  getOwnProfile,
  getVisibleProfile,
  saveProfile,
} from "../../db/queries/accounts/profiles.ts"
import { profileBody } from "../../src/features/account/profile/schema.ts"
import {
  createApi,
  createHandler,
  getVisitor,
  identifyVisitor,
  requireMember,
  runAfterResponse,
} from "../lib/http/api.ts"
import { createProblem, refuse, requireFound, violatesCheck } from "../lib/http/problem.ts"
import { readBody, requireUuid } from "../lib/http/request.ts"
import { changeOwnAvatarUrl, deleteAvatar, storeAvatar } from "../lib/pictures/avatars.ts"
import { receivePicture } from "../lib/pictures/images.ts"
import { requestBuild } from "../lib/publishing/request-build.ts"

const app = createApi()

// Responds with null for a member without a profile, because browsers log a 404 as an error.
app.get("/api/profile", requireMember, async (c) => c.json(await getOwnProfile(c.var.db)))

app.patch("/api/profile", async (c) => {
  const { user_id, ...change } = await readBody(c, profileBody)
  // Another member may have logged in since the form was opened.
  if (user_id !== undefined && user_id !== getVisitor(c).user_id) return createProblem("stale")
  const saved = await saveProfile(c.var.db, change).catch((error) => {
    // The form's schema checks everything else, so the picture belongs to another member.
    if (violatesCheck(error)) refuse("invalid", { errors: { avatar_url: "invalid" } })
    throw error
  })
  const { formerAvatar, needsNewAvatarUrl, hasChangedSite } = requireFound(saved)
  let { profile } = requireFound(saved)
  if (formerAvatar) await runAfterResponse(c, deleteAvatar(formerAvatar))
  // A picture that is hidden now gets a new URL, because other people may know the old one.
  if (needsNewAvatarUrl && profile.avatar_url) {
    const avatar_url = await changeOwnAvatarUrl(c.var.db, profile.avatar_url)
    profile = { ...profile, avatar_url }
  }
  if (hasChangedSite) await requestBuild("member")
  return c.json(profile)
})

// Stores the picture. The profile contains it only after the member saves the profile.
app.put("/api/profile/avatar", async (c) => {
  const avatar_url = await receivePicture(c, (bytes) => storeAvatar(getVisitor(c).user_id, bytes))
  return c.json({ avatar_url })
})

app.get("/api/profiles/:id", requireUuid, async (c) => {
  // `as=everyone` shows what anonymous visitors see, and `as=members` what other members see.
  const preview = c.req.query("as")
  if (preview !== "everyone") await identifyVisitor(c)
  const profile = await getVisibleProfile(c.var.db, c.req.param("id"), preview === "members")
  return c.json(requireFound(profile))
})

export default createHandler(app)
export const config: Config = { path: ["/api/profile", "/api/profile/avatar", "/api/profiles/:id"] }
