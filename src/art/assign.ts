/** Which picture each article gets: by its topic, and by what its neighbors have. Known to builds alone. */
import { slugify } from "../shared/slug.ts"
import { COVERS, coverAddress, MOTIFS, type Motif, type Place } from "./pictures.ts"
import { hashOf } from "./random.ts"

/** Beginnings of words of all five languages, as addresses have them: Latin letters without marks. */
const WORDS: Record<Motif, string> = {
  crowd:
    "lightstick laitstik lukturi gaismas fan ticket bilet pilet festival parent vanem vecak roditel thousand tukstos tuhand tukstan tysiach flash flesh ocean voice bals hall zal",
  floor:
    "practi rehears trenir train danc dej dans tants tanec tants soki sokis treni harjut repet megin studi spac koridor corridor chore khoreo mirror spogul peegel veidrod zerkal knee warm celgal kelia kolen polv workshop",
  cards:
    "card kart kaart kort photo foto trade swap maina vahet obmen hangul hangil khang letter burt taht raid bukv clinic",
  speakers:
    "music muzik muusik song dzies laul pesn random speaker sound skan heli gars zvuk playlist host chorus choir koor radio concert koncert kontsert fanchant fanshant",
  beams:
    "stage scen skatuv lava league lyg liga final cup kaus taur contest konkurs judg ziuri kohtun teises tiesnes sudi video film cover costum kostum terp jacket zaket pintsak svark premier qualif show award",
  coach:
    "bus buss autob avtob trip travel reis kelion poezdk tour road coach night nakt nocn train relay camp nometn laager stovykl away",
}

/** All motifs, those that the text is about first; the others in an order that depends on the seed. */
export function motifsFor(text: string, seed: string): { motif: Motif; isTopic: boolean }[] {
  const words = slugify(text).split("-")
  const weight = (motif: Motif) => {
    const beginnings = WORDS[motif].split(" ")
    return words.filter((word) => beginnings.some((start) => word.startsWith(start))).length
  }
  return MOTIFS.map((motif) => ({ motif, weight: weight(motif), order: hashOf(seed + motif) }))
    .toSorted((one, other) => other.weight - one.weight || one.order - other.order)
    .map(({ motif, weight }) => ({ motif, isTopic: weight > 0 }))
}

/** What a picture is chosen by: a seed of its own, where it is from, and what it is about. */
export interface Subject {
  seed: string
  place: Place
  about: string
}

/** Which picture it is. */
export interface Chosen {
  motif: Motif
  place: Place
  number: number
}

export const addressOf = ({ motif, place, number }: Chosen) => coverAddress(motif, place, number)

interface Choice extends Chosen {
  /** Whether it shows what the subject is about. */
  isTopic: boolean
}

const knownChoices = new WeakMap<Subject, Choice[]>()

/** All covers that a subject may have, the most fitting first. */
function choices(subject: Subject): Choice[] {
  const known = knownChoices.get(subject) ?? findChoices(subject)
  knownChoices.set(subject, known)
  return known
}

function findChoices({ seed, place, about }: Subject): Choice[] {
  const first = hashOf(seed) % COVERS.length
  const numbers = [...COVERS.slice(first), ...COVERS.slice(0, first)]
  return motifsFor(about, seed).flatMap((motif) =>
    numbers.map((number) => ({ ...motif, place, number })),
  )
}

const withoutTopic = ({ motif, place, number }: Choice): Chosen => ({ motif, place, number })

/** What fits one best, whatever others have. */
export const pictureFor = (subject: Subject): Chosen => {
  const [best] = choices(subject)
  return best ? withoutTopic(best) : { motif: "crowd", place: subject.place, number: 0 }
}

/** How far from each other in a list two of a motif are, unless it is what both are about. */
const APART = 3

const isAlike = (one: Subject, other?: Subject) =>
  one.seed === other?.seed && one.place === other.place && one.about === other.about

/** What was given last, which the next ones most often begin with. */
let last: { subjects: Subject[]; given: Chosen[]; lastGiven: Map<string, number> } | undefined

/**
 * A picture for each, in their order: what fits best, but nothing that another of the place has while there is
 * something that none has, nor ever the motif of the one before. A new one at the end changes none of those
 * before it.
 */
export function assignPictures(subjects: Subject[]): Chosen[] {
  const before = last?.subjects.every((one, i) => isAlike(one, subjects[i])) ? last : undefined
  const given = [...(before?.given ?? [])]
  const lastGiven = new Map(before?.lastGiven)
  const keyOf = ({ motif, place, number }: Chosen) => `${motif} ${place} ${number}`
  for (const subject of subjects.slice(before?.subjects.length)) {
    const near = given.slice(-APART).map(({ motif }) => motif)
    const apart = choices(subject).filter(({ motif }) => motif !== near.at(-1))
    // What was given longest ago comes round first, once there is nothing that nobody had.
    const age = (one: Chosen) => lastGiven.get(keyOf(one)) ?? -1
    const oldest = Math.min(...apart.map(age))
    const free = apart.filter((one) => age(one) === oldest)
    const chosen =
      free.find(({ isTopic, motif }) => isTopic || !near.includes(motif)) ?? free[0] ?? apart[0]
    if (!chosen) continue
    lastGiven.set(keyOf(chosen), given.length)
    given.push(withoutTopic(chosen))
  }
  last = { subjects, given, lastGiven }
  return given
}
