import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest"
import { $toasts } from "../../../ui/toast/toasts.ts"
import { makeAccount, makeProblem, serve, signIn, startSignedOut, watch } from "../fixtures.ts"
import { $account } from "../own-account.ts"
import {
  $areGroupsDirty,
  addGroups,
  groupsForm,
  saveGroups,
  startGroupsForm,
} from "./favorite-groups.ts"

const ARTISTS = [{ name: "LE SSERAFIM", hangul: "르세라핌", aliases: ["LSF"] }]

describe("typed groups", () => {
  const typing = (groups: string[], typed: string) => {
    const { favorite_groups, typed: rest } = addGroups(groups, typed, ARTISTS)
    return [favorite_groups, rest]
  }

  test("become the name of the artist with that spelling, or stay as typed", () => {
    expect(typing([], "  le   Sserafim ")).toEqual([["LE SSERAFIM"], ""])
    expect(typing([], "르세라핌, Xdinary  Heroes, lsf")).toEqual([
      ["LE SSERAFIM", "Xdinary Heroes"],
      "",
    ])
  })

  test("are added once, although their spelling differs", () => {
    expect(typing(["straykids"], "Stray Kids")).toEqual([["straykids"], ""])
    expect(typing(["!!!"], "!!!, …")).toEqual([["!!!", "…"], ""])
    expect(typing(["aespa"], " , ")).toEqual([["aespa"], ""])
  })

  test("stay in the field when they are too many or too long", () => {
    const five = ["a", "b", "c", "d", "e"]
    expect(typing(five, "f, a")).toEqual([five, "f"])
    expect(typing(["a"], `${"x".repeat(61)}, b`)).toEqual([["a", "b"], "x".repeat(61)])
  })
})

describe("the form", () => {
  beforeEach(() => startSignedOut($account))

  async function openForm() {
    watch($account)
    watch($areGroupsDirty)
    onTestFinished(startGroupsForm())
    signIn()
    await vi.waitFor(() => expect($account.value?.data).toBeDefined())
  }
  const account = makeAccount({ country: "lv", favorite_groups: ["aespa"] })
  const values = () => groupsForm.$values.get()

  test("saves typed text as a group, and sends only changed fields", async () => {
    const calls = serve({
      "GET /api/account": () => Response.json(account),
      "PATCH /api/account": () =>
        Response.json({ ...account, favorite_groups: ["aespa", "LE SSERAFIM"] }),
    })
    await openForm()
    expect($areGroupsDirty.get()).toBe(false)
    groupsForm.change({ typed: "lsf" })
    expect($areGroupsDirty.get()).toBe(true)
    expect(await saveGroups(ARTISTS)).toBe(true)
    expect(calls.at(-1)?.body).toEqual({ favorite_groups: ["aespa", "LE SSERAFIM"] })
    expect($areGroupsDirty.get()).toBe(false)
    groupsForm.change({ country: "" })
    expect(await saveGroups(ARTISTS), "the form can be saved again").toBe(true)
    expect(calls.at(-1)?.body).toEqual({ country: null })
  })

  test("keeps its values and the typed text after a failure", async () => {
    const calls = serve({
      "GET /api/account": () => Response.json(account),
      "PATCH /api/account": () => makeProblem("rate_limited", 429),
    })
    await openForm()
    groupsForm.change({ country: "ee", typed: "IVE" })
    expect(await saveGroups(ARTISTS)).toBe(false)
    expect(values()).toEqual({ country: "ee", favorite_groups: ["aespa", "IVE"], typed: "" })
    expect($toasts.get()).toMatchObject([{ tone: "error" }])

    groupsForm.change({ favorite_groups: ["a", "b", "c", "d", "e"], typed: "f" })
    const count = calls.length
    expect(await saveGroups(ARTISTS)).toBe(false)
    expect(calls.length, "a sixth group is not sent").toBe(count)
    expect(groupsForm.$submission.get()).toMatchObject({
      failure: { errors: { typed: "too_many_groups" } },
    })
    expect(values().typed).toBe("f")
  })
})
