import { expect, test } from "vitest"
import { MAX_SLUG_LENGTH, SLUG_PATTERN, slugify } from "./slug.ts"

test.each([
  ["Rīgas Zvaigznes", "rigas-zvaigznes"],
  ["Põhjatäht ööklubi ŠŽ", "pohjataht-ooklubi-sz"],
  ["Ąžuolų šokėjai – ėėę", "azuolu-sokejai-eee"],
  ["Кавер-данс: Щёлковский «Йод» в Риге", "kaver-dans-shchelkovskii-iod-v-rige"],
  ["BTS’ 10th year!!!", "bts-10th-year"],
  ["  --  a__b  ", "a-b"],
  ["💜💜", ""],
  ["방탄소년단", "bangtansonyeondan"],
  ["뉴진스 팬미팅 in Rīga", "nyujinseu-paenmiting-in-riga"],
  ["ㅋㅋㅋ", "kkk"],
  ["𝗞-𝗣𝗢𝗣 𝗡𝗜𝗚𝗛𝗧", "k-pop-night"],
  ["𝓡𝓲̄𝓰𝓪 Ⓚ🄿ｏｐ ﬁnal", "riga-kpop-final"],
  ["№ 1 koncerts", "no-1-koncerts"],
  ["Č. ROŽU IELĀ ½ ②", "c-rozu-iela-1-2-2"],
  ["Ёлка Їжак Йод", "elka-izhak-iod"],
  ["İstanbul ISPARTA ışık", "istanbul-isparta-isik"],
  ["STRASSE STRAẞE", "strasse-strasse"],
  ["Rī\u00adgas zva\u200big\u2060znes", "rigas-zvaigznes"],
])("the slug of the title %j is %j", (title, slug) => {
  expect(slugify(title)).toBe(slug)
})

test("the slug of a long title is cut to the maximum length, and does not end in a hyphen", () => {
  const slug = slugify("ābc ".repeat(80))
  expect(slug.length).toBeLessThanOrEqual(MAX_SLUG_LENGTH)
  expect(slug).toMatch(SLUG_PATTERN)
})
