/** The attributes of a link to where one registers: a link without an address may have none of the others. */
export const registerLink = (href: string) => ({
  href,
  rel: "noopener nofollow",
  target: "_blank",
})
