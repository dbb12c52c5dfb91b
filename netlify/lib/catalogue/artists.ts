/** Whose music this site is about: what is by one of them is K-pop, whatever a service files it under. */

export interface Artist {
  /** As the artist writes it, capitals included: services know others of nearly the same name. */
  name: string
  /** Other spellings that services have it under. */
  also?: string[]
}

/** Groups and soloists that are active, or that everybody knows; the first come first where ranks are equal. */
export const ARTISTS: Artist[] = [
  { name: "BTS", also: ["방탄소년단"] },
  { name: "BLACKPINK" },
  { name: "Stray Kids" },
  { name: "aespa" },
  { name: "LE SSERAFIM" },
  { name: "TWICE" },
  { name: "IVE" },
  { name: "SEVENTEEN" },
  { name: "ENHYPEN" },
  { name: "ROSÉ" },
  { name: "JENNIE" },
  { name: "LISA" },
  { name: "Jung Kook" },
  { name: "Jimin" },
  { name: "TOMORROW X TOGETHER", also: ["TXT"] },
  { name: "ATEEZ" },
  { name: "BABYMONSTER" },
  { name: "ILLIT" },
  { name: "i-dle", also: ["(G)I-DLE"] },
  { name: "NewJeans" },
  { name: "NMIXX" },
  { name: "ITZY" },
  { name: "Red Velvet" },
  { name: "NCT DREAM" },
  { name: "NCT 127" },
  { name: "RIIZE" },
  { name: "ZEROBASEONE" },
  { name: "BOYNEXTDOOR" },
  { name: "KISS OF LIFE" },
  { name: "MEOVV" },
  { name: "j-hope" },
  { name: "G-DRAGON" },
  { name: "IU", also: ["아이유"] },
  { name: "TAEYEON" },
  { name: "STAYC" },
  { name: "MAMAMOO" },
  { name: "SHINee" },
  { name: "EXO" },
  { name: "MONSTA X" },
  { name: "BIGBANG" },
]

const plain = (name: string) => name.normalize("NFC").trim()

/** Whether a service's name is that artist's. */
export const hasName = ({ name, also = [] }: Artist, found: string): boolean =>
  [name, ...also].some((spelling) => plain(spelling) === plain(found))
