import { expect, test } from "vitest"
import { videoOf } from "./video.ts"

test.each([
  "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3",
  "https://youtu.be/dQw4w9WgXcQ?si=x",
  "https://www.youtube.com/embed/dQw4w9WgXcQ",
  "https://m.youtube.com/shorts/dQw4w9WgXcQ",
  "https://www.youtube.com/live/dQw4w9WgXcQ?feature=share",
  "https://www.youtube.com/v/dQw4w9WgXcQ",
  "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ",
])("%s plays from the host without cookies", (address) => {
  expect(videoOf(address)).toEqual({
    type: "youtube",
    player: "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ",
  })
})

test.each(["https://vimeo.com/76979871", "https://player.vimeo.com/video/76979871"])(
  "%s plays from Vimeo, which is asked not to track",
  (address) => {
    expect(videoOf(address)).toEqual({
      type: "vimeo",
      player: "https://player.vimeo.com/video/76979871?dnt=1",
    })
  },
)

test.each([
  "https://vimeo.com/76979871/8272103f6e",
  "https://vimeo.com/76979871/8272103f6e?share=copy",
  "https://player.vimeo.com/video/76979871?h=8272103f6e&title=0",
])("%s, which is unlisted, plays with its hash", (address) => {
  expect(videoOf(address)?.player).toBe(
    "https://player.vimeo.com/video/76979871?h=8272103f6e&dnt=1",
  )
})

test.each([
  "https://www.youtube.com/watch?v=short",
  "https://www.youtube.com/channel/dQw4w9WgXcQ",
  "https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ",
  "https://www.tiktok.com/@crew/video/1",
])("%s is a link and nothing more", (address) => {
  expect(videoOf(address)).toEqual({ type: "other", player: null })
})

test.each(["javascript:alert(1)", "data:text/html,x", "not an address", ""])(
  "%o is no video",
  (address) => {
    expect(videoOf(address)).toBeNull()
  },
)
