import { expect, test } from "vitest"
import { LOCALES } from "../../i18n/locales.ts"
import { loadStem } from "./stem.ts"
import { fold } from "./words.ts"

test.each([
  ["en", "trading trades traded trade"],
  ["lv", "tērps tērpi tērpiem tērpu"],
  ["lv", "tiesnesis tiesneša tiesnešiem tiesnesi"],
  ["lv", "stafete stafeti stafetē stafetes"],
  ["lv", "decembris decembrī decembra"],
  ["lv", "upe upju upēm"],
  ["et", "tallinn tallinna tallinnas tallinnast tallinnasse"],
  ["et", "trupp trupi trupid truppide trupiga"],
  ["et", "võistlus võistluse võistlused võistlustele"],
  ["et", "fotokaart fotokaardid fotokaarte"],
  ["et", "detsember detsembri detsembris"],
  ["et", "vilnius vilniuses vilniusest"],
  ["lt", "Rygą Rygoje Rygos Ryga"],
  ["lt", "kostiumas kostiumai kostiumų"],
  ["ru", "команда команды команд командой"],
  ["ru", "эстафета эстафету эстафете"],
] as const)("%s: these forms have the same stem: %s", async (locale, forms) => {
  const stem = await loadStem(locale)
  expect(new Set(forms.split(" ").map((form) => stem(fold(form)))).size).toBe(1)
})

test.each([
  ["lv", "deja diena"],
  ["et", "riik rida"],
  ["et", "tants tald"],
] as const)("%s: these words have different stems: %s", async (locale, words) => {
  const stem = await loadStem(locale)
  const [first = "", second = ""] = words.split(" ").map((word) => stem(fold(word)))
  expect(first).not.toBe(second)
})

test("the stem of a short word is not empty", async () => {
  for (const locale of LOCALES) {
    const stem = await loadStem(locale)
    for (const word of ["a", "es", "as", "us", "ta", "те", "ja", "2ne1"]) {
      expect(stem(word).length, `${locale} ${word}`).toBeGreaterThan(0)
    }
  }
})
