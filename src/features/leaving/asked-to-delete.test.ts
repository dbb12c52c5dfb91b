import { expect, test } from "vitest"
import { withoutDelete } from "./asked-to-delete.ts"

const at = (address: string) => new URL(address, "http://localhost")

test.each([
  ["/profile?delete", "/profile"],
  ["/lv/profile?delete=", "/lv/profile"],
  ["/profile?lang=en&delete#top", "/profile?lang=en#top"],
])("%s asks, and becomes %s", (asked, left) => {
  expect(withoutDelete(at(asked))).toBe(left)
})

test.each(["/profile", "/profile?deleted", "/profile#delete"])("%s does not ask", (address) => {
  expect(withoutDelete(at(address))).toBeNull()
})
