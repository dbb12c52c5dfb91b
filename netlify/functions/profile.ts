/** The member's own profile, and what others may see of a member. */
import type { Config } from "@netlify/functions"
import { ownProfile, publicProfile, saveProfile } from "../../db/queries/profiles.ts"
import { profileBody } from "../../src/features/profile/schema.ts"
import { afterwards, api, recognise, serve, signedIn, visitor } from "../lib/api.ts"
import { deleteAvatar, renameAvatar, storeAvatar } from "../lib/avatars.ts"
import { readBody, withId } from "../lib/body.ts"
import { violatesCheck } from "../lib/errors.ts"
import { readPicture } from "../lib/pictures.ts"
import { problem } from "../lib/problem.ts"
import { requestBuild } from "../lib/publish.ts"

const app = api()

app.get("/api/profile", signedIn, async (c) => {
  const profile = await ownProfile(c.var.db)
  return profile ? c.json(profile) : problem("not_found")
})

app.patch("/api/profile", signedIn, async (c) => {
  const read = await readBody(c, profileBody)
  if ("refusal" in read) return read.refusal
  const { user_id, ...change } = read.body
  // Filled in for somebody who was signed in here before.
  if (user_id !== undefined && user_id !== visitor(c).userId) return problem("stale")
  let saved: Awaited<ReturnType<typeof saveProfile>>
  try {
    saved = await saveProfile(c.var.db, change)
  } catch (error) {
    // The only check that no field of the form can run into: a picture that is not the member's.
    if (violatesCheck(error)) return problem("invalid", { errors: { avatar_url: "invalid" } })
    throw error
  }
  if (!saved) return problem("not_found")
  const { formerAvatar, isAvatarExposed, changedSite } = saved
  let { profile } = saved
  if (formerAvatar) await afterwards(c, deleteAvatar(formerAvatar))
  if (isAvatarExposed && profile.avatar_url) {
    const avatar_url = await renameAvatar(c.var.db, profile.avatar_url)
    profile = { ...profile, avatar_url }
  }
  if (changedSite) await requestBuild("news")
  return c.json(profile)
})

// Stored only: saving the profile puts it in place, together with who may see it.
app.put("/api/profile/avatar", signedIn, async (c) => {
  const picture = await readPicture(c, (bytes) => storeAvatar(visitor(c).userId, bytes))
  return "refusal" in picture ? picture.refusal : c.json({ avatar_url: picture.url })
})

app.get("/api/profiles/:id", withId, async (c) => {
  await recognise(c)
  const profile = await publicProfile(c.var.db, c.req.param("id"))
  return profile ? c.json(profile) : problem("not_found")
})

export default serve(app)
export const config: Config = { path: ["/api/profile", "/api/profile/avatar", "/api/profiles/:id"] }
