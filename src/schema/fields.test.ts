import { expect, test } from "vitest"
import { email } from "./fields.ts"

test.each([
  ["info@šokolaad.ee", "info@xn--okolaad-pqb.ee"],
  ["Info@ŠOKOLAAD.EE", "info@xn--okolaad-pqb.ee"],
  ["info@s\u030cokolaad.ee", "info@xn--okolaad-pqb.ee"],
  ["ivan@почта.рф", "ivan@xn--80a1acny.xn--p1ai"],
  ["ivan@xn--e1afmkfd.xn--p1ai", "ivan@xn--e1afmkfd.xn--p1ai"],
  ["a@ｄａｉｎａ．ｔｅｓｔ", "a@daina.test"],
  [" Mari.Kask+news@daina.test ", "mari.kask+news@daina.test"],
  ["r&d@example.org", "r&d@example.org"],
  ["sales/eu@example.org", "sales/eu@example.org"],
  ["!#$%&'*+/=?^_`{|}~-@x-y.ee", "!#$%&'*+/=?^_`{|}~-@x-y.ee"],
  [".mari..kask.@docomo.example", ".mari..kask.@docomo.example"],
  [`m@${"x".repeat(63)}.ee`, `m@${"x".repeat(63)}.ee`],
])("the email address %j is stored as %j", (typed, stored) => {
  expect(email.safeParse(typed).data).toBe(stored)
})

test.each([
  ...["mari", "mari@", "@daina.test", "a@b@daina.test", "mari@gmail", "mari@127.0.0.1"],
  "иван@пример.рф",
  ...["mari@[127.0.0.1]", "mari@-daina.test", "mari@daina-.test", "mari@dai_na.test"],
  ...["mari@daina..test", "mari@daina.test.", "ma ri@daina.test", '"mari"@daina.test'],
  ...["mari@šokolaad.ee/a", "mari@šokolaad.ee:25", "mari@š š.ee", "mari@%C5%A1.ee", "mari@š.1"],
  ...["\u212aari@daina.test", "mari@daina.test, other@daina.test", `m@${"x".repeat(64)}.ee`],
  ...["mari@daina.test\r\nBcc: other@daina.test", "mailto:mari@daina.test", "<mari@daina.test>"],
])("%j is not a valid email address", (typed) => {
  expect(email.safeParse(typed).error?.issues[0]?.message).toBe("invalid_email")
})

test.each([`${"m".repeat(250)}@x.ee`, `m@${`${"šõžä".repeat(8)}.`.repeat(6)}ee`])(
  "the email address %j is too long",
  (typed) => {
    expect(email.safeParse(typed).error?.issues[0]?.message).toBe("too_long")
  },
)
