/** Addresses out of titles, in the scripts our members write. */

// What Unicode's decomposition leaves: letters that are not a base letter with a mark on it. Russian as
// in passports (ICAO Doc 9303), except that signs are dropped.
const LETTERS: Record<string, string> = {
  ...{ ł: "l", đ: "d", ø: "o", æ: "ae", œ: "oe", ß: "ss", þ: "th", ð: "d" },
  ...{ а: "a", б: "b", в: "v", г: "g", д: "d", е: "e", ж: "zh", з: "z", и: "i", к: "k", л: "l" },
  ...{ м: "m", н: "n", о: "o", п: "p", р: "r", с: "s", т: "t", у: "u", ф: "f", х: "kh", ц: "ts" },
  ...{ ч: "ch", ш: "sh", щ: "shch", ъ: "", ы: "y", ь: "", э: "e", ю: "iu", я: "ia" },
  ...{ і: "i", ї: "i", є: "ie", ґ: "g" },
}

/** The longest slug, in characters; the database checks the same. */
export const SLUG_MAX = 120

/** What a slug may look like. */
export const SLUG_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/**
 * The slug of a title: lower case, transliterated, everything else a hyphen. Empty when nothing of the
 * title can be written in Latin letters and digits (emoji alone, say).
 */
export function slugify(title: string): string {
  const latin = Array.from(
    title
      .toLowerCase()
      .normalize("NFC")
      .replaceAll("й", "i")
      .replaceAll("ё", "e")
      .normalize("NFKD"),
    (letter) => LETTERS[letter] ?? letter,
  ).join("")
  return latin
    .replace(/\p{M}/gu, "")
    .replace(/['’ʼ]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, SLUG_MAX)
    .replace(/^-+|-+$/g, "")
}
