type Value = string | number | null

/**
 * Some spreadsheets skip leading spaces, and accept full-width and small forms of formula signs. NFKC replaces these
 * forms with the plain signs.
 */
const isFormula = (text: string): boolean =>
  /^[\t\r\n]/.test(text) || /^[=+\-\u2212@]/.test(text.trimStart().normalize("NFKC"))

/** Matches a semicolon or tab before a formula sign, because some spreadsheets start a new cell there. */
const FORMULA_AFTER_SEPARATOR =
  /((?:;|(?<!^)\t)["'\s]*)(?=[=+\-@\u2212\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B])/g

function quoteCell(value: Value): string {
  const text = String(value ?? "").replace(FORMULA_AFTER_SEPARATOR, "$1'")
  return `"${(isFormula(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}

/** Adds an apostrophe before formulas, so that spreadsheets show them as text. */
export const createCsvFile = (rows: Value[][]): string =>
  // The byte order mark makes spreadsheets read the file as UTF-8.
  `\ufeff${rows.map((row) => `${row.map(quoteCell).join(",")}\r\n`).join("")}`
