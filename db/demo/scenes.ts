/** The pictures in the demo's articles, as SVG. There are no words in them, so that they fit every language. */
import { randomFrom } from "../../src/art/random.ts"
import {
  BLUE,
  DIM,
  dancer,
  dot,
  each,
  GREEN,
  LIME,
  LINE,
  light,
  line,
  NIGHT,
  neon,
  OPEN,
  PINK,
  pick,
  pine,
  pointsOf,
  REACH,
  round,
  type Scene,
  scene,
  stick,
  WHITE,
  YELLOW,
} from "./drawing.ts"

function halls(): Scene {
  const random = randomFrom("halls")
  const river = "M960 800C900 610 690 600 640 430C600 300 520 250 350 150C260 96 230 30 205 -40"
  const streets = each(9, (i) => {
    const angle = -1.5 + i * 0.36
    return line(
      `M720 380L${round(720 + Math.cos(angle) * 900)} ${round(380 + Math.sin(angle) * 700)}`,
      "#211c2d",
      7,
    )
  })
  const rings = each(
    5,
    (i) =>
      `<circle cx="720" cy="380" r="${110 + i * 105}" stroke="#211c2d" stroke-width="${i ? 5 : 8}"/>`,
  )
  const left = each(7, (i) =>
    line(`M${560 - i * 16} ${560 + i * 20}L${60 - i * 20} ${330 + i * 70}`, "#211c2d", 5),
  )
  const woods = each(46, () => pine(880 + random() * 330, 60 + random() * 120, 26 + random() * 22))
  const bridges = ["M535 345L640 285", "M590 450L700 415", "M655 565L770 500"]
  const places = Object.entries({
    [BLUE]: "760,330 835,420 905,300 450,500",
    [PINK]: "1015,560 790,560 1120,380 330,420 520,650",
    [YELLOW]: "990,440 250,250 1110,640 385,610",
    [GREEN]: "640,200 900,640 200,520",
    [WHITE]: "735,452 480,300 1010,190",
  }).flatMap(([color, points]) => pointsOf(points).map(([x = 0, y = 0]) => ({ x, y, color })))
  const sticks = places
    .toSorted((a, b) => a.y - b.y)
    .map(({ x, y, color }) => stick(x, y, 62, color, (random() - 0.5) * 22))
  return scene(
    720,
    [BLUE, PINK],
    streets +
      rings +
      left +
      line(river, NIGHT, 120) +
      line(river, "#182440", 100) +
      line(river, "#243763", 3, 'stroke-dasharray="40 60"') +
      bridges.map((d) => line(d, LINE, 9)).join("") +
      woods +
      sticks.join(""),
  )
}

function hour(): Scene {
  const arcs: [number, number, string][] = [
    [0, 10, YELLOW],
    [10, 30, BLUE],
    [30, 50, PINK],
    [50, 60, GREEN],
  ]
  const at = (minute: number, r: number) => {
    const angle = (minute / 60) * Math.PI * 2 - Math.PI / 2
    return `${round(640 + Math.cos(angle) * r)} ${round(360 + Math.sin(angle) * r)}`
  }
  const parts = arcs.map(([from, to, color]) =>
    neon(`M${at(from + 1.1, 250)}A250 250 0 0 1 ${at(to - 1.1, 250)}`, color, 30),
  )
  const ticks = each(12, (i) =>
    line(`M${at(i * 5, 186)}L${at(i * 5, i % 3 ? 172 : 158)}`, i % 3 ? LINE : WHITE, i % 3 ? 5 : 7),
  )
  return scene(
    720,
    [YELLOW, PINK],
    parts.join("") + ticks + stick(640, 372, 210, WHITE, 60) + dot(640, 360, 16, WHITE),
  )
}

/** Half a jacket's outline, mirrored by who draws it; the hem is `length` below the shoulders. */
const jacket = (x: number, y: number, w: number, length: number, fill: string, edge: string) =>
  `<path d="M${x - w * 0.16} ${y}L${x - w * 0.46} ${y + w * 0.16}Q${x - w * 0.58} ${y + w * 0.5} ${x - w * 0.6} ${y + w * 1.12}L${x - w * 0.43} ${y + w * 1.14}L${x - w * 0.4} ${y + w * 0.6}L${x - w * 0.42} ${y + length}H${x + w * 0.42}L${x + w * 0.4} ${y + w * 0.6}L${x + w * 0.43} ${y + w * 1.14}L${x + w * 0.6} ${y + w * 1.12}Q${x + w * 0.58} ${y + w * 0.5} ${x + w * 0.46} ${y + w * 0.16}L${x + w * 0.16} ${y}L${x} ${y + w * 0.5}Z" fill="${fill}" stroke="${edge}" stroke-width="3"/>`

function blazers(): Scene {
  const cuts = pointsOf("236,0.34 262,0.52 228,0.44 274,0.3 246,0.56 232,0.38 266,0.48")
  const row = cuts.map(([length = 240, lapel = 0.4], i) => {
    const x = 160 + i * 160
    const y = 214
    const w = 124
    const waist = y + 128
    const hook = line(
      `M${x - 46} ${y + 14}L${x} ${y - 24}L${x + 46} ${y + 14}M${x} ${y - 24}V${y - 46}Q${x} ${y - 66} ${x + 16} ${y - 62}`,
      "#8d84a6",
      5,
    )
    const lapels = line(
      `M${x - w * 0.16} ${y}L${x - w * lapel * 0.6} ${y + w * 0.42}L${x} ${y + w * 0.78}L${x + w * lapel * 0.6} ${y + w * 0.42}L${x + w * 0.16} ${y}`,
      "#6b6287",
      4,
    )
    const buttons = each(4, (n) =>
      dot(x - 16 + (n % 2) * 32, waist + 34 + Math.floor(n / 2) * 30, 4.5, "#8d84a6"),
    )
    const cord = neon(
      `M${x - w * 0.4} ${waist}Q${x} ${waist + 12} ${x + w * 0.4} ${waist}M${x + 10} ${waist + 8}L${x + 22} ${waist + 66}`,
      WHITE,
      7,
    )
    return (
      hook +
      jacket(x, y, w, length, pick(["#231d33", "#1d1a2c", "#2a2138", "#211f2f"], i), "#5a5176") +
      lapels +
      buttons +
      cord
    )
  })
  return scene(620, [PINK, YELLOW], line("M40 146H1240", "#8d84a6", 9) + row.join(""))
}

/** Rows of a crowd in arcs around a point below the picture or in it. */
function arcs(rows: number, draw: (x: number, y: number, row: number, index: number) => string) {
  return each(rows, (row) => {
    const r = 210 + row * 49
    const count = 17 + row * 4
    return each(count, (i) => {
      const angle = Math.PI * (1.1 + (0.8 * i) / (count - 1))
      return draw(640 + Math.cos(angle) * r * 1.12, 900 + Math.sin(angle) * r, row, i)
    })
  })
}

function choir(): Scene {
  const random = randomFrom("choir")
  const woods = each(70, () => {
    const x = random() * 1280
    const roof = Math.sqrt(Math.max(0, 1 - ((x - 640) / 690) ** 2)) * 600
    return pine(
      x,
      960 - roof + random() * 40,
      170 + random() * 110,
      pick(["#1b2423", "#182020", "#202b28"], Math.floor(random() * 3)),
    )
  })
  const roof = "M-10 760A672 600 0 0 1 1290 760"
  const shell =
    `<path d="${roof}V960H-10Z" fill="#17131f"/>` +
    line(roof, "#3b3350", 22) +
    line(roof, YELLOW, 5, 'opacity=".7"')
  const singers = arcs(8, (x, y) =>
    light(
      x + (random() - 0.5) * 8,
      y,
      8,
      pick([WHITE, YELLOW, WHITE, PINK], Math.floor(random() * 4)),
      2.6,
    ),
  )
  return scene(960, [YELLOW, GREEN], woods + shell + singers + dancer(640, 930, 190, WHITE, REACH))
}

function arena(): Scene {
  const random = randomFrom("arena")
  const beams = each(
    5,
    (i) =>
      `<path d="M${560 + i * 40} 820L${100 + i * 270} 0h${-70 + i * 10}z" fill="${pick([BLUE, PINK, YELLOW], i)}" opacity=".07"/>`,
  )
  const crowd = arcs(8, (x, y, row, i) =>
    stick(
      round(x),
      round(y + 16),
      34,
      pick([BLUE, PINK, YELLOW, BLUE, PINK], i + row * 2),
      round(Math.sin(i * 0.7) * 22 + (random() - 0.5) * 10),
    ),
  )
  const floor = `<ellipse cx="640" cy="850" rx="230" ry="62" fill="#221b34" stroke="${LIME}" stroke-width="4"/>`
  return scene(
    960,
    [BLUE, PINK],
    beams +
      crowd +
      floor +
      dancer(560, 868, 130, PINK, OPEN) +
      dancer(640, 892, 140, WHITE, REACH) +
      dancer(722, 868, 130, BLUE, OPEN),
  )
}

function height(): Scene {
  const person = (x: number, top: number, arm: string) =>
    `<path d="M${x - 120} 760V${top + 190}Q${x - 120} ${top + 120} ${x} ${top + 120}Q${x + 120} ${top + 120} ${x + 120} ${top + 190}V760Z" fill="#241d36" stroke="${LINE}" stroke-width="4"/><circle cx="${x}" cy="${top + 48}" r="60" fill="#2f2745" stroke="${LINE}" stroke-width="4"/>${line(arm, "#3a3154", 40)}`
  const rest = person(270, 320, "M380 500L404 624L350 500") + stick(342, 492, 170, BLUE, 6)
  const chorus = person(640, 350, "M742 512L806 410L790 250") + stick(790, 246, 190, PINK, 4)
  const tall = person(1010, 170, "M1106 370L1130 520L1010 470") + stick(996, 480, 150, YELLOW, -8)
  return scene(720, [BLUE, YELLOW], rest + chorus + tall)
}

function league(): Scene {
  const matrix = each(12, (row) =>
    each(6, (column) => {
      const x = 170 + column * 118
      const y = 74 + row * 52
      const color = pick([BLUE, PINK, YELLOW, GREEN], row)
      const isOut = (row * 5 + 2) % 6 === column
      if (isOut)
        return `<circle cx="${x}" cy="${y}" r="13" stroke="${column === 5 ? LINE : color}" stroke-width="5"/>`
      return column === 5 ? dot(x, y, 13, DIM) : light(x, y, 13, color, 2.8)
    }),
  )
  const columns = each(6, (i) =>
    line(
      `M${170 + i * 118} 30V690`,
      i === 5 ? LINE : "#211c2d",
      2,
      i === 5 ? 'stroke-dasharray="6 12"' : "",
    ),
  )
  const spoon = `<g transform="rotate(14 1040 360)"><ellipse cx="1040" cy="190" rx="86" ry="118" fill="#b9824a"/><ellipse cx="1040" cy="184" rx="58" ry="86" fill="#8d5f33"/>${line("M1040 306V640", "#b9824a", 34)}${each(5, (i) => line(`M1024 ${380 + i * 52}L1040 ${396 + i * 52}L1056 ${380 + i * 52}`, pick([BLUE, PINK, YELLOW, GREEN, WHITE], i), 7))}${each(7, (i) => dot(1040 + Math.cos((i / 7) * 6.283) * 30, 184 + Math.sin((i / 7) * 6.283) * 46, 8, pick([PINK, YELLOW, BLUE], i)))}</g>`
  return scene(720, [YELLOW, GREEN], columns + matrix + spoon)
}

function garmentBag(): Scene {
  const jackets = each(9, (i) => {
    const x = 300 + i * 85
    const one =
      jacket(x, 226, 118, 286, pick(["#e9e4f6", "#d9d3ea"], i), "#8f86ad") +
      line(`M${x - 19} 226L${x} 300L${x + 19} 226M${x} 300V512`, "#9d94bb", 4)
    return i % 2 ? `<g transform="rotate(180 ${x} 370)">${one}</g>` : one
  })
  const hooks = each(9, (i) =>
    line(`M${300 + i * 85} 226V160Q${300 + i * 85} 140 640 116`, "#8d84a6", 4),
  )
  const bag = `<rect x="196" y="104" width="888" height="540" rx="56" fill="#1c1729" stroke="${LINE}" stroke-width="7"/><rect x="220" y="128" width="840" height="492" rx="40" stroke="${BLUE}" stroke-width="3" stroke-dasharray="4 12" opacity=".7"/>`
  const hook = line("M640 112V72Q640 36 676 42Q700 50 690 76", WHITE, 10)
  const label = `<g transform="rotate(9 760 60)">${line("M646 92Q700 60 742 66", "#8d84a6", 4)}<rect x="742" y="38" width="120" height="56" rx="10" fill="${YELLOW}"/>${line("M762 58H842M762 76H812", "#5b4306", 6)}</g>`
  return scene(700, [BLUE, BLUE], bag + hooks + jackets + hook + label)
}

function square(): Scene {
  const random = randomFrom("square")
  const inside = each(34, (i) =>
    light(
      390 + (i % 7) * 72 + random() * 40,
      170 + Math.floor(i / 7) * 84 + random() * 44,
      13,
      pick([BLUE, PINK, YELLOW, GREEN], Math.floor(random() * 4)),
      3,
    ),
  )
  const around = each(58, (i) => {
    const side = i % 4
    const along = random()
    const x = side < 2 ? 330 + along * 590 : side === 2 ? 290 - random() * 60 : 960 + random() * 40
    const y = side < 2 ? (side ? 620 + random() * 50 : 92 - random() * 40) : 120 + along * 480
    return dot(x, y, 11, "#5d5478")
  })
  const tape = `<rect x="340" y="124" width="570" height="460" rx="4" stroke="${YELLOW}" stroke-width="10" stroke-dasharray="58 10" stroke-linecap="butt"/>`
  const nursery = `<rect x="1046" y="150" width="176" height="176" rx="4" stroke="${LIME}" stroke-width="8" stroke-dasharray="40 10" stroke-linecap="butt"/>${each(5, (i) => light(1082 + (i % 3) * 52, 204 + Math.floor(i / 3) * 64, 12, LIME, 2.6))}`
  const speaker = `<rect x="70" y="270" width="104" height="170" rx="14" fill="${DIM}" stroke="${LINE}" stroke-width="5"/><circle cx="122" cy="318" r="22" stroke="${PINK}" stroke-width="7"/><circle cx="122" cy="386" r="34" stroke="${PINK}" stroke-width="7"/>${each(3, (i) => line(`M${194 + i * 22} ${322 - i * 20}Q${216 + i * 26} 355 ${194 + i * 22} ${388 + i * 20}`, PINK, 6, `opacity="${0.9 - i * 0.28}"`))}`
  const bags = each(
    9,
    (i) =>
      `<rect x="${1050 + (i % 3) * 58 + (i > 5 ? 14 : 0)}" y="${470 + Math.floor(i / 3) * 50}" width="62" height="56" rx="16" fill="${pick(["#35508a", "#8a3550", "#8a6a1d", "#2c6b4c"], i)}" stroke="${NIGHT}" stroke-width="5"/>`,
  )
  return scene(720, [PINK, YELLOW], tape + around + inside + nursery + speaker + bags)
}

function corridor(): Scene {
  const lockers = each(
    16,
    (i) =>
      `<rect x="${20 + i * 78}" y="210" width="66" height="150" rx="6" fill="#1f1a2c" stroke="#352d48" stroke-width="4"/><rect x="${20 + i * 78}" y="600" width="66" height="150" rx="6" fill="#1f1a2c" stroke="#352d48" stroke-width="4"/>${dot(72 + i * 78, 286, 4, LINE)}${dot(72 + i * 78, 676, 4, LINE)}`,
  )
  const walls = line("M0 378H1280M0 582H1280", LINE, 8)
  const crew = each(11, (i) =>
    light(
      110 + i * 106,
      480 + (i % 2 ? -42 : 42),
      21,
      pick([BLUE, WHITE, YELLOW, PINK, GREEN], i),
      3.6,
    ),
  )
  return scene(960, [BLUE, PINK], lockers + walls + crew)
}

function stage(): Scene {
  const chalk = `<rect x="120" y="150" width="1040" height="660" rx="6" stroke="${WHITE}" stroke-width="7" stroke-dasharray="2 18 30 14" opacity=".75"/>${line("M640 150V810", WHITE, 3, 'stroke-dasharray="4 18" opacity=".4"')}`
  const places = pointsOf(
    "640,690 520,600 760,600 400,510 880,510 640,500 280,420 1000,420 520,380 760,380 640,270",
  )
  const paths = places.map(([x = 0, y = 0], i) =>
    line(
      `M${110 + i * 106} 900Q${x} 860 ${x} ${y}`,
      LINE,
      3,
      'stroke-dasharray="3 14" opacity=".8"',
    ),
  )
  const crew = places.map(([x = 0, y = 0], i) =>
    light(x, y, 21, pick([BLUE, WHITE, YELLOW, PINK, GREEN], i), 3.6),
  )
  return scene(960, [YELLOW, BLUE], chalk + paths.join("") + crew.join(""))
}

/** The seafront at dusk, as a phone sees it. */
function seafront(dancers: string, horizon = 400): Scene {
  const sun = `<circle cx="930" cy="${horizon - 6}" r="210" fill="url(#g2)"/><circle cx="930" cy="${horizon - 6}" r="70" fill="${YELLOW}"/>`
  const sea = `<rect y="${horizon}" width="1280" height="${960 - horizon}" fill="#15192c"/>`
  const waves = each(12, (i) =>
    line(
      `M${(i * 331) % 1180} ${horizon + 30 + i * 14}h${70 + (i % 4) * 40}`,
      i % 3 ? "#26304f" : "#6b5a35",
      4,
    ),
  )
  const walk = `<rect y="${horizon + 210}" width="1280" height="${750 - horizon}" fill="#1c1726"/>`
  const finder = "M120 50H50V120M1160 50H1230V120M120 910H50V840M1160 910H1230V840"
  return scene(
    960,
    [PINK, BLUE],
    sun + sea + waves + walk + dancers + line(finder, WHITE, 7, 'opacity=".85"'),
  )
}

const wide = () =>
  seafront(
    each(7, (i) =>
      dancer(
        220 + i * 140,
        800 + (i % 2) * 40,
        250,
        pick([BLUE, PINK, YELLOW, GREEN], i),
        i % 2 ? OPEN : REACH,
      ),
    ),
  )
const moving = () =>
  seafront(
    `${line("M160 850Q640 960 1120 850", WHITE, 6, 'stroke-dasharray="4 20" opacity=".7"')}${line("M1086 832L1120 850L1090 876", WHITE, 6, 'opacity=".7"')}${each(3, (i) => dancer(420 + i * 220, 790, 380, pick([PINK, YELLOW, BLUE], i), i === 1 ? REACH : OPEN))}`,
  )
const waist = () => seafront(dancer(560, 1280, 1010, PINK, REACH))
const low = () =>
  seafront(
    `${dancer(420, 860, 620, BLUE, OPEN)}${dancer(880, 760, 300, GREEN, REACH)}${neon("M1010 700q40 -50 84 -10q40 -44 92 -6", WHITE, 8)}`,
    520,
  )

function sheet(): Scene {
  const lines: [number, number, string][] = [
    [16, 20, BLUE],
    [17, 20, PINK],
    [16, 20, YELLOW],
    [12, 15, GREEN],
    [6, 10, BLUE],
    [9, 10, PINK],
    [5, 5, LIME],
  ]
  const rows = lines.map(([points, most, color], i) => {
    const y = 120 + i * 82
    const to = (value: number) => 230 + value * 42
    return (
      line(`M230 ${y}H${to(most)}`, DIM, 34) +
      neon(`M230 ${y}H${to(points)}`, color, 24) +
      each(most - 1, (n) => line(`M${to(n + 1)} ${y - 20}V${y - 27}`, LINE, 3)) +
      dot(150, y, 15, color)
    )
  })
  const pen = `<g transform="translate(-70 30) rotate(38 1130 470)"><rect x="1108" y="220" width="44" height="330" rx="8" fill="${YELLOW}"/><rect x="1108" y="220" width="15" height="330" rx="6" fill="#d99a12"/><path d="M1108 550h44l-22 66z" fill="#e8cfa8"/><path d="M1122 592h16l-8 24z" fill="${NIGHT}"/><rect x="1108" y="196" width="44" height="40" rx="10" fill="${PINK}"/></g>`
  return scene(
    720,
    [BLUE, YELLOW],
    `<rect x="90" y="50" width="1030" height="620" rx="28" fill="#191424" stroke="${LINE}" stroke-width="4"/>${rows.join("")}${pen}`,
  )
}

/** By the names that the articles have for them. */
export const SCENES: Record<string, () => Scene> = {
  halls,
  hour,
  blazers,
  choir,
  arena,
  height,
  league,
  "garment-bag": garmentBag,
  square,
  corridor,
  stage,
  "shot-wide": wide,
  "shot-moving": moving,
  "shot-waist": waist,
  "shot-low": low,
  sheet,
}
