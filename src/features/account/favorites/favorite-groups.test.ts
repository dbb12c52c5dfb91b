import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest"
import { $toasts } from "../../../ui/toast/toasts.ts"
import { makeAccount, makeProblem, serve, signIn, startSignedOut, watch } from "../fixtures.ts"
import { $account } from "../own-account.ts"
import { addGroups, groupsForm, saveGroups } from "./favorite-groups.ts"

const { form, $isDirty } = groupsForm

const ARTISTS = [{ name: "LE SSERAFIM", hangul: "르세라핌", aliases: ["LSF"] }]

describe("typed groups", () => {
  /** Adds the typed text. Returns the chosen groups, and the text that stays in the field. */
  const addTyped = (groups: string[], unaddedText: string) => {
    const changes = addGroups(groups, unaddedText, ARTISTS)
    return [changes.favorite_groups, changes.unaddedText]
  }

  test("are replaced with the artist's official name if the artist is known", () => {
    expect(addTyped([], "  le   Sserafim ")).toEqual([["LE SSERAFIM"], ""])
    expect(addTyped([], "르세라핌, Xdinary  Heroes, lsf")).toEqual([
      ["LE SSERAFIM", "Xdinary Heroes"],
      "",
    ])
  })

  test("are added only once, even if the spelling differs", () => {
    expect(addTyped(["straykids"], "Stray Kids")).toEqual([["straykids"], ""])
  })

  test("without letters or digits are compared character by character", () => {
    expect(addTyped(["!!!"], "!!!, …")).toEqual([["!!!", "…"], ""])
  })

  test("with an empty name are not added", () => {
    expect(addTyped(["aespa"], " , ")).toEqual([["aespa"], ""])
  })

  test("stay in the field if they exceed the limit of five groups or of 60 characters", () => {
    const five = ["a", "b", "c", "d", "e"]
    expect(addTyped(five, "f, a")).toEqual([five, "f"])
    expect(addTyped(["a"], `${"x".repeat(61)}, b`)).toEqual([["a", "b"], "x".repeat(61)])
  })
})

describe("the form", () => {
  beforeEach(() => startSignedOut($account))

  async function openForm() {
    watch($account)
    watch($isDirty)
    onTestFinished(groupsForm.start())
    signIn()
    await vi.waitFor(() => expect($account.value?.data).toBeDefined())
  }
  const account = makeAccount({ country: "lv", favorite_groups: ["aespa"] })
  const values = () => form.$values.get()

  test("saves typed text as a group, and sends only changed fields", async () => {
    const calls = serve({
      "GET /api/account": () => Response.json(account),
      "PATCH /api/account": () =>
        Response.json({ ...account, favorite_groups: ["aespa", "LE SSERAFIM"] }),
    })
    await openForm()
    expect($isDirty.get()).toBe(false)
    form.change({ unaddedText: "lsf" })
    expect($isDirty.get()).toBe(true)
    expect(await saveGroups(ARTISTS)).toBe(true)
    expect(calls.at(-1)?.body).toEqual({ favorite_groups: ["aespa", "LE SSERAFIM"] })
    expect($isDirty.get()).toBe(false)
    form.change({ country: "" })
    expect(await saveGroups(ARTISTS), "the form can be saved again").toBe(true)
    expect(calls.at(-1)?.body).toEqual({ country: null })
  })

  test("keeps its values and the added group after a failure", async () => {
    serve({
      "GET /api/account": () => Response.json(account),
      "PATCH /api/account": () => makeProblem("rate_limited", 429),
    })
    await openForm()
    form.change({ country: "ee", unaddedText: "IVE" })
    expect(await saveGroups(ARTISTS)).toBe(false)
    expect(values()).toEqual({ country: "ee", favorite_groups: ["aespa", "IVE"], unaddedText: "" })
    expect($toasts.get()).toMatchObject([{ tone: "error" }])
  })

  test("does not send a sixth group, and keeps its name in the field", async () => {
    const calls = serve({ "GET /api/account": () => Response.json(account) })
    await openForm()
    form.change({ favorite_groups: ["a", "b", "c", "d", "e"], unaddedText: "f" })
    expect(await saveGroups(ARTISTS)).toBe(false)
    expect(calls.filter(({ method }) => method === "PATCH")).toEqual([])
    expect(form.$submission.get()).toMatchObject({
      failure: { errors: { unaddedText: "too_many_groups" } },
    })
    expect(values().unaddedText).toBe("f")
  })
})
