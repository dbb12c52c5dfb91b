import { expect, test } from "vitest"
import { isPictureHost } from "./picture-hosts.ts"

test.each([
  "https://i.scdn.co/image/ab67616d",
  "https://cdn-images.dzcdn.net/images/cover/1/500x500.jpg",
  "https://e-cdns-images.dzcdn.net/images/cover/1/500x500.jpg",
])("a picture of a music service is allowed: %s", (url) => expect(isPictureHost(url)).toBe(true))

test.each([
  "http://i.scdn.co/image/ab67616d",
  "https://i.scdn.co.evil.example/x.png",
  "https://evildzcdn.net/x.png",
  "https://evil.example/?i.scdn.co",
  "javascript:alert(1)",
  "/x.png",
  "",
])("another address is refused: %s", (url) => expect(isPictureHost(url)).toBe(false))
