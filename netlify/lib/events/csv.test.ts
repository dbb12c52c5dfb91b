import { expect, test } from "vitest"
import { createCsvFile } from "./csv.ts"

test("cells are quoted, and the file starts with a byte order mark", () => {
  expect(
    createCsvFile([
      ["Name", "Guests"],
      ['Ieva "Iva" Ozola, jr.', 2],
      [null, 0],
    ]),
  ).toBe('\ufeff"Name","Guests"\r\n"Ieva ""Iva"" Ozola, jr.","2"\r\n"","0"\r\n')
})

const ASCII_FORMULAS = ["=1+1", "+371 20000000", "-1", "@SUM(A1)"]
const FORMULAS_AFTER_SPACE = ["\t=1", "\r=1", "\n=1", "  =1+1", "\u00a0=1", "\u3000＝1"]
const FULL_WIDTH_FORMULAS = ["＝1+1", "＋1", "－1", "＠SUM"]
/** Small forms of = + - @, and the minus sign. */
const OTHER_UNICODE_FORMULAS = ["\ufe661", "\ufe621", "\ufe631", "\ufe6bSUM", "\u22121"]

test.each([
  ...ASCII_FORMULAS,
  ...FORMULAS_AFTER_SPACE,
  ...FULL_WIDTH_FORMULAS,
  ...OTHER_UNICODE_FORMULAS,
])("an apostrophe is put before %j, which a spreadsheet would run as a formula", (value) => {
  expect(createCsvFile([[value]])).toBe(`\ufeff"'${value}"\r\n`)
})

test.each([
  ["x;=HYPERLINK(1)", "x;'=HYPERLINK(1)"],
  ['x;"=1', `x;"'=1`.replaceAll('"', '""')],
  ["x;\t@SUM", "x;\t'@SUM"],
  ["x; ＝1", "x; '＝1"],
])(
  "an apostrophe is put before the formula in %j, for spreadsheets with other separators",
  (value, written) => {
    expect(createCsvFile([[value]])).toBe(`\ufeff"${written}"\r\n`)
  },
)

test.each(["Mari", "a=b", "20:00–22:00", "mari@daina.test", "'=1", "", "ＭＡＲＩ"])(
  "%j contains no formula and is not changed",
  (value) => expect(createCsvFile([[value]])).toBe(`\ufeff"${value}"\r\n`),
)
