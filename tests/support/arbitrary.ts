/** fast-check generators of request bodies and other values for zod schemas. */
import fc, { type Arbitrary } from "fast-check"
import type { ZodMiniType } from "zod/mini"

/** Texts that often break programs: empty, invalid, very long, or with special characters. */
export const NASTY_TEXTS: readonly string[] = [
  ...["", " ", "\u0000", "\ud800", "\u202e", "a\u0301", "𝕏".repeat(300), "x".repeat(20_000)],
  ...["'; drop table users; --", "%00", "%", "\\", "../../etc/passwd", "<script>", "{{email}}"],
  ...["__proto__", "constructor", "toString", "null", "-0", "1e400", "NaN"],
  ...["2026-02-30T00:00:00Z", "+275760-09-13T00:00:00.000Z", "0000-01-01T00:00:00Z", "9999-12-31"],
  ...["javascript:alert(1)", "//elsewhere.example", "https://user:pass@[::1]:99999/"],
]

/** Valid values of the API's fields. A generator uses those that its schema accepts. */
const COMMON_VALUES: readonly unknown[] = [
  ...["Mari Kask", "Rīgas deju nakts", "Привет", "Text.\n\nMore *text*.", "mari@daina.test"],
  ...["https://example.org/a", "https://www.youtube.com/watch?v=dQw4w9WgXcQ", "#ff2d6b"],
  ...["a-slug", "2000-02-29", "2027-06-01T18:00:00+03:00", "2027-06-01T22:00:00.000Z"],
  ...["2020-01-01T00:00:00.000Z", "Europe/Riga", "en", "lv", "123456", "x".repeat(43)],
  ...["tere-mari", "lightstick-pass-91", "BEGIN:VCALENDAR\nEND:VCALENDAR", null, true, false],
  ...[0, 1, 2, 40, 100, 1000, -1, 1.5, 2 ** 31, Number.MAX_SAFE_INTEGER, undefined, {}],
  // Arrays, because code that only checks `typeof value === "object"` accepts them.
  ...[[], [{}], [null], ["a"], [["a", "b"]]],
]
const EXAMPLE_ID = "3f0b7a52-5c0c-4d2f-9d6a-0e6f3a1f7c11"

export const nastyText = fc.constantFrom(...NASTY_TEXTS)
const junk = fc.oneof(nastyText, fc.string({ unit: "binary" }), fc.jsonValue({ maxDepth: 2 }))

const LONG_LENGTH = 40_000
const repeatToLong = (text: string) => text.repeat(LONG_LENGTH / text.length)

/** Long values, for which a badly written check takes quadratic time. */
export const LARGE_VALUES: readonly unknown[] = [
  `${"\u0301".repeat(50_000)}${"\u0323".repeat(50_000)}`,
  ...["a", "1", " ", "\n", "-", ".", "a.", "a-", "a\u0301", "💜\u200d"].map(repeatToLong),
  ...["![", "[", "](", "<a", "&"].map(repeatToLong),
  ...[
    `https://${repeatToLong("a.")}`,
    `https://a.lv/${repeatToLong("(")}`,
    `a@${repeatToLong("a.")}`,
    `a${repeatToLong(" ")}a`,
  ],
  ...["", "a", {}, 0].map((value) => Array(LONG_LENGTH / 2).fill(value)),
  Object.fromEntries(Array.from({ length: LONG_LENGTH / 2 }, (_, index) => [`key ${index}`, 0])),
]

/** Zod's internal definition of a schema. Each field exists only for some types of schemas. */
type SchemaDefinition = ZodMiniType["_zod"]["def"] & {
  shape?: Record<string, ZodMiniType>
  element?: ZodMiniType
  innerType?: ZodMiniType
  in?: ZodMiniType
  options?: ZodMiniType[]
  valueType?: ZodMiniType
  entries?: Record<string, unknown>
  values?: unknown[]
  getter?: () => ZodMiniType
}

export const isAccepted = (schema: ZodMiniType, value: unknown): boolean => {
  try {
    return schema.safeParse(value).success
  } catch {
    return false
  }
}

/** Returns a schema and the schemas nested in it, each with its path in the value, such as `body.tags[]`. */
export function listNestedSchemas(
  schema: ZodMiniType,
  path = "body",
  depth = 6,
): [string, ZodMiniType][] {
  if (depth === 0) return []
  const {
    shape = {},
    element,
    innerType,
    in: source,
    options = [],
  } = schema._zod.def as SchemaDefinition
  const inner: [string, ZodMiniType | undefined][] = [
    ...Object.entries(shape).map(([name, field]): [string, ZodMiniType] => [
      `${path}.${name}`,
      field,
    ]),
    [`${path}[]`, element],
    [path, innerType],
    [path, source],
    ...options.map((option): [string, ZodMiniType] => [path, option]),
  ]
  return [
    [path, schema],
    ...inner.flatMap(([name, part]) => (part ? listNestedSchemas(part, name, depth - 1) : [])),
  ]
}

/** For a pipe (a schema with a transformation), returns the schema of its input; otherwise the schema itself. */
function getInputSchema(schema: ZodMiniType): ZodMiniType {
  const { type, in: source } = schema._zod.def as SchemaDefinition
  return type === "pipe" && source ? getInputSchema(source) : schema
}

function arbitrarySimpleValue(schema: ZodMiniType, ids: Arbitrary<string>): Arbitrary<unknown> {
  const { entries = {}, values = [] } = getInputSchema(schema)._zod.def as SchemaDefinition
  const acceptedValues = [...Object.values(entries), ...values, ...COMMON_VALUES].filter((value) =>
    isAccepted(schema, value),
  )
  const generators = acceptedValues.length > 0 ? [fc.constantFrom(...acceptedValues)] : []
  if (isAccepted(schema, EXAMPLE_ID)) generators.push(ids)
  return fc.oneof(
    { weight: 9, arbitrary: generators.length > 0 ? fc.oneof(...generators) : junk },
    { weight: 1, arbitrary: junk },
  )
}

/** Generates values that a schema mostly accepts; `ids` are ids of existing rows. */
export function arbitraryValue(
  schema: ZodMiniType,
  ids: Arbitrary<string>,
  depth = 4,
): Arbitrary<unknown> {
  const def = getInputSchema(schema)._zod.def as SchemaDefinition
  const arbitraryPart = (part: ZodMiniType | undefined) =>
    part && depth > 0 ? arbitraryValue(part, ids, depth - 1) : junk
  switch (def.type) {
    case "object":
      return arbitraryObject(def.shape ?? {}, arbitraryPart)
    case "array":
      return fc.array(arbitraryPart(def.element), { maxLength: 4 })
    case "optional":
    case "default":
    case "prefault":
      return fc.option(arbitraryPart(def.innerType), { nil: undefined })
    case "nullable":
      return fc.option(arbitraryPart(def.innerType), { nil: null })
    case "readonly":
    case "nonoptional":
    case "catch":
      return arbitraryPart(def.innerType)
    case "union":
      return fc.oneof(...(def.options ?? []).map(arbitraryPart))
    case "record":
      return fc.dictionary(
        fc.oneof(fc.constantFrom("en", "lv", "ru"), ids),
        arbitraryPart(def.valueType),
        {
          maxKeys: 3,
        },
      )
    case "lazy":
      return arbitraryPart(def.getter?.())
    default:
      return arbitrarySimpleValue(schema, ids)
  }
}

function arbitraryObject(
  shape: Record<string, ZodMiniType>,
  inner: (field: ZodMiniType) => Arbitrary<unknown>,
): Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [name, inner(field)]),
  )
  const completeObject = fc.record(fields)
  // Of eight objects, six are complete, one may lack fields, and one has a wrong value in one field.
  return fc.oneof(
    { weight: 6, arbitrary: completeObject },
    { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(completeObject, fc.constantFrom("__proto__", "user_id", ...Object.keys(shape)), junk)
        .map(([body, name, value]) => ({ ...body, [name]: value })),
    },
  )
}

export const arbitraryBody = (schema: ZodMiniType, ids: Arbitrary<string>): Arbitrary<unknown> =>
  fc.oneof({ weight: 12, arbitrary: arbitraryValue(schema, ids) }, { weight: 1, arbitrary: junk })
