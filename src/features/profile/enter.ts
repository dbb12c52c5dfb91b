/** The page's door: who is not signed in goes to sign in, before anything heavy is loaded. */
import { isMaybeSignedIn } from "../session/session.ts"
import { loginAddress } from "./login-address.ts"

if (!isMaybeSignedIn()) location.replace(loginAddress())
