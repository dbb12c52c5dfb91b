/** The forms' checks before they are sent. The schema and its library arrive when a form is first used. */
import { fieldErrors } from "../../problem.ts"
import { type Checked, refused } from "../../ui/submission.ts"
import type { SignInBody, SignUpForm } from "./schema.ts"

type Schema = typeof import("./schema.ts")

/** What `safeParse` answers. */
type Parsed<Body> =
  | { success: true; data: Body }
  | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } }

export const loadSchema = () => import("./schema.ts")

const checkWith =
  <Body>(parse: (schema: Schema, input: unknown) => Parsed<Body>) =>
  async (input: unknown): Promise<Checked<Body>> => {
    // Not there without a connection; then nothing else is either.
    const schema = await loadSchema().catch(() => null)
    if (!schema) return refused({}, "unreachable")
    const parsed = parse(schema, input)
    if (parsed.success) return { ok: true, body: parsed.data }
    const errors = fieldErrors(parsed.error.issues)
    const isIncomplete = errors["email"] === "required" || errors["password"] === "required"
    return refused(errors, isIncomplete ? "credentials_required" : "invalid")
  }

export const checkSignIn = checkWith<SignInBody>(({ signInBody }, input) =>
  signInBody.safeParse(input),
)

export const checkSignUp = checkWith<SignUpForm>(({ signUpForm }, input) =>
  signUpForm.safeParse(input),
)
