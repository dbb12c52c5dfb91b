import { expect, test, vi } from "vitest"
import { failed } from "../../call.ts"
import { createTeamForm } from "./create-team.ts"
import { makeTeam } from "./fixtures.ts"

test("a team without a name is not sent, and nothing typed is lost", async () => {
  const send = vi.fn()
  const form = createTeamForm(send)
  form.change({ location: "Rīga" })
  const answer = await form.submit()
  expect(answer).toMatchObject({
    ok: false,
    failure: { errors: { name: "required", slug: "required" } },
  })
  expect(send).not.toHaveBeenCalled()
  expect(form.$values.get().location).toBe("Rīga")
})

test("an address of the site's own is refused before it is sent", async () => {
  const form = createTeamForm(vi.fn())
  form.change({ name: "New", slug: "new" })
  expect(await form.submit()).toMatchObject({ failure: { errors: { slug: "reserved_slug" } } })
})

test("empty fields are sent as none", async () => {
  const send = vi.fn(async () => ({
    ok: true as const,
    headers: new Headers(),
    body: makeTeam("a"),
  }))
  const form = createTeamForm(send)
  form.change({ name: "  A  team ", slug: "a-team" })
  await form.submit()
  expect(send).toHaveBeenCalledWith({
    name: "A team",
    slug: "a-team",
    description: null,
    location: null,
    country: null,
  })
})

test("a taken address is said at its field", async () => {
  const taken = failed("slug_taken", { errors: { slug: "slug_taken" } })
  const form = createTeamForm(async () => taken)
  form.change({ name: "A", slug: "a" })
  await form.submit()
  expect(form.$submission.get()).toMatchObject({ failure: { errors: { slug: "slug_taken" } } })
})
