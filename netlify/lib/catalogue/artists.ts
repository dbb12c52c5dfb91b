/** The charts show these artists and not a genre, because music services file K-pop under many genres. */

export interface Artist {
  /** Compared case-sensitively, because other artists have similar names. */
  name: string
  hangul?: string
  aliases?: string[]
}

/** The charts use this order if songs are equally popular or albums are equally new. */
export const ARTISTS: Artist[] = [
  { name: "BTS", hangul: "방탄소년단" },
  { name: "BLACKPINK", hangul: "블랙핑크" },
  { name: "Stray Kids", hangul: "스트레이 키즈" },
  { name: "aespa", hangul: "에스파" },
  { name: "LE SSERAFIM", hangul: "르세라핌" },
  { name: "TWICE", hangul: "트와이스" },
  { name: "IVE", hangul: "아이브" },
  { name: "SEVENTEEN", hangul: "세븐틴" },
  { name: "ENHYPEN", hangul: "엔하이픈" },
  { name: "ROSÉ", hangul: "로제" },
  { name: "JENNIE", hangul: "제니" },
  { name: "LISA", hangul: "리사" },
  { name: "Jung Kook", hangul: "정국" },
  { name: "Jimin", hangul: "지민" },
  { name: "TOMORROW X TOGETHER", hangul: "투모로우바이투게더", aliases: ["TXT"] },
  { name: "ATEEZ", hangul: "에이티즈" },
  { name: "BABYMONSTER", hangul: "베이비몬스터" },
  { name: "ILLIT", hangul: "아일릿" },
  { name: "i-dle", hangul: "아이들", aliases: ["(G)I-DLE", "(여자)아이들"] },
  { name: "NewJeans", hangul: "뉴진스" },
  { name: "NMIXX", hangul: "엔믹스" },
  { name: "ITZY", hangul: "있지" },
  { name: "Red Velvet", hangul: "레드벨벳" },
  { name: "NCT DREAM", hangul: "엔시티 드림" },
  { name: "NCT 127", hangul: "엔시티 127" },
  { name: "RIIZE", hangul: "라이즈" },
  { name: "ZEROBASEONE", hangul: "제로베이스원", aliases: ["ZB1"] },
  { name: "BOYNEXTDOOR", hangul: "보이넥스트도어" },
  { name: "KISS OF LIFE", hangul: "키스오브라이프" },
  { name: "MEOVV", hangul: "미야오" },
  { name: "j-hope", hangul: "제이홉" },
  { name: "G-DRAGON", hangul: "지드래곤" },
  { name: "IU", hangul: "아이유" },
  { name: "TAEYEON", hangul: "태연" },
  { name: "STAYC", hangul: "스테이씨" },
  { name: "MAMAMOO", hangul: "마마무" },
  { name: "SHINee", hangul: "샤이니" },
  { name: "EXO", hangul: "엑소" },
  { name: "MONSTA X", hangul: "몬스타엑스" },
  { name: "BIGBANG", hangul: "빅뱅" },
  { name: "Girls' Generation", hangul: "소녀시대", aliases: ["SNSD"] },
  { name: "RM", hangul: "알엠" },
]

const normalizeName = (name: string) => name.normalize("NFC").trim()

export const matchesArtist = (
  { name, hangul, aliases = [] }: Artist,
  searchedName: string,
): boolean =>
  [name, hangul ?? name, ...aliases].some(
    (spelling) => normalizeName(spelling) === normalizeName(searchedName),
  )
