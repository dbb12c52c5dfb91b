/** Checks of the account forms. The schemas and zod are loaded when a form is first used. */
import type { FailureCode } from "../../../shared/call.ts"
import { type FieldErrors, fieldErrors } from "../../../shared/problem.ts"
import { type CheckResult, refused } from "../../../ui/forms/submission.ts"
import type {
  CodeBody,
  ForgotPasswordBody,
  ResetPasswordForm,
  SignInBody,
  SignUpForm,
} from "../schema.ts"

type Schema = typeof import("../schema.ts")

/** Result of zod's `safeParse`. */
type Parsed<Body> =
  | { success: true; data: Body }
  | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } }

export const loadSchema = () => import("../schema.ts")

const checkWith =
  <Body>(
    parse: (schema: Schema, input: unknown) => Parsed<Body>,
    codeFor: (errors: FieldErrors) => FailureCode = () => "invalid",
  ) =>
  async (input: unknown): Promise<CheckResult<Body>> => {
    // The schemas cannot be loaded without a connection.
    const schema = await loadSchema().catch(() => null)
    if (!schema) return refused({}, "unreachable")
    const parsed = parse(schema, input)
    if (parsed.success) return { ok: true, body: parsed.data }
    const errors = fieldErrors(parsed.error.issues)
    return refused(errors, codeFor(errors))
  }

const credentialsCode = ({ email, password }: FieldErrors): FailureCode =>
  email === "required" || password === "required" ? "credentials_required" : "invalid"

export const checkSignIn = checkWith<SignInBody>(
  ({ signInBody }, input) => signInBody.safeParse(input),
  credentialsCode,
)

export const checkCode = checkWith<CodeBody>(({ codeBody }, input) => codeBody.safeParse(input))

export const checkSignUp = checkWith<SignUpForm>(
  ({ signUpForm }, input) => signUpForm.safeParse(input),
  credentialsCode,
)

export const checkForgotPassword = checkWith<ForgotPasswordBody>(({ forgotPasswordBody }, input) =>
  forgotPasswordBody.safeParse(input),
)

/** An invalid token means that the link was damaged, which the member cannot correct in a field. */
export const checkResetPassword = checkWith<ResetPasswordForm>(
  ({ resetPasswordForm }, input) => resetPasswordForm.safeParse(input),
  ({ token }) => (token ? "link_unusable" : "invalid"),
)
