/** Maps consecutive Unicode characters from `first` on to Latin letters. */
const romanize = (first: number, letters: string): Record<string, string> =>
  Object.fromEntries(
    letters.split(",").map((latin, index) => [String.fromCodePoint(first + index), latin]),
  )

// Letters that Unicode does not decompose. Sources: ICAO Doc 9303 (Russian), Revised Romanization (Korean).
const LETTERS: Record<string, string> = {
  ...{ ł: "l", đ: "d", ø: "o", æ: "ae", œ: "oe", ß: "ss", þ: "th", ð: "d", ı: "i" },
  ...{ а: "a", б: "b", в: "v", г: "g", д: "d", е: "e", ж: "zh", з: "z", и: "i", к: "k", л: "l" },
  ...{ м: "m", н: "n", о: "o", п: "p", р: "r", с: "s", т: "t", у: "u", ф: "f", х: "kh", ц: "ts" },
  ...{ ч: "ch", ш: "sh", щ: "shch", ъ: "", ы: "y", ь: "", э: "e", ю: "iu", я: "ia" },
  ...{ і: "i", є: "ie", ґ: "g" },
  // Hangul: initial consonants, vowels and final consonants.
  ...romanize(0x1100, "g,kk,n,d,tt,r,m,b,pp,s,ss,,j,jj,ch,k,t,p,h"),
  ...romanize(0x1161, "a,ae,ya,yae,eo,e,yeo,ye,o,wa,wae,oe,yo,u,wo,we,wi,yu,eu,ui,i"),
  ...romanize(0x11a8, "k,k,k,n,n,n,t,l,k,m,l,l,l,p,l,m,p,p,t,t,ng,t,t,k,t,p,h"),
}

/** Maximum length in characters. The database checks the same limit. */
export const MAX_SLUG_LENGTH = 120

export const SLUG_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** Converts a title to a slug. The slug is empty if no character has a Latin equivalent, as in a title of emoji. */
export function slugify(title: string): string {
  const latin = Array.from(
    title.normalize("NFKD").toLowerCase(),
    (letter) => LETTERS[letter] ?? letter,
  ).join("")
  return latin
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .replace(/['’ʼ]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/^-+|-+$/g, "")
}
