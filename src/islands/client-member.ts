/**
 * `client:member`: hydrates an island once the page is painted, and only where somebody is signed in, or
 * signs in while the page is open. Strangers keep its HTML as it was built, and load no texts for it. Astro writes
 * what stands here into each page: what it does comes with the runtime of islands, see island-runtime.ts.
 */
export default undefined

declare module "astro" {
  interface AstroClientDirectives {
    "client:member"?: boolean
  }
}
