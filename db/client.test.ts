import { expect, test } from "vitest"
import { query, toAssignments, toColumnNames, toColumnValues } from "./client.ts"

test("a query inside a query becomes part of its text and keeps its parameters", () => {
  const where = query`id = ${7} and ${query`name = ${"Zvaigznes"}`}`
  const { text, params } =
    query`select a, ${query`b`} from t where x > ${1} and ${where} limit ${9}`
  expect(text).toBe("select a, b from t where x > $1 and id = $2 and name = $3 limit $4")
  expect(params).toEqual([1, 7, "Zvaigznes", 9])
})

test("column names and values follow the order of the given list", () => {
  const columns = ["name", "slug"] as const
  const row = { slug: "zvaigznes", name: "Zvaigznes", is_verified: true }
  const update = query`update teams set ${toAssignments(columns, row)} where id = ${1}`
  expect(update.text).toBe("update teams set name = $1, slug = $2 where id = $3")
  expect(update.params).toEqual(["Zvaigznes", "zvaigznes", 1])
  const insert = query`insert into teams (${toColumnNames(columns)}) values (${toColumnValues(columns, row)})`
  expect(insert.text).toBe("insert into teams (name, slug) values ($1, $2)")
})
