/**
 * The artists whose songs and albums appear in the charts. A genre would not do, because music services file K-pop
 * under many genres.
 */

export interface Artist {
  /** The artist's own spelling, including capitals, because other artists have similar names. */
  name: string
  /** Other spellings that music services use. */
  also?: string[]
}

/** Active or well-known groups and soloists. Of equally popular songs, those of the earlier artist come first. */
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

const normalized = (name: string) => name.normalize("NFC").trim()

/** Returns whether a music service's name means this artist. */
export const hasName = ({ name, also = [] }: Artist, found: string): boolean =>
  [name, ...also].some((spelling) => normalized(spelling) === normalized(found))
