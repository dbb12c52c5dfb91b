import { expect, test } from "vitest"
import { parseVideo } from "./video.ts"

test.each([
  "https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PL1&t=0s",
  "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=soon",
  "https://youtu.be/dQw4w9WgXcQ?si=x",
  "https://www.youtube.com/embed/dQw4w9WgXcQ",
  "https://m.youtube.com/shorts/dQw4w9WgXcQ",
  "https://www.youtube.com/live/dQw4w9WgXcQ?feature=share",
  "https://www.youtube.com/v/dQw4w9WgXcQ",
  "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ",
])("%s plays from youtube-nocookie.com", (url) => {
  expect(parseVideo(url)).toEqual({
    type: "youtube",
    playerUrl: "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ",
  })
})

test.each([
  "https://vimeo.com/76979871",
  "https://player.vimeo.com/video/76979871",
  "https://vimeo.com/channels/staffpicks/76979871",
  "https://vimeo.com/groups/surrealism/videos/76979871",
  "https://vimeo.com/showcase/2838732/video/76979871",
  "https://www.vimeo.com/album/2838732/video/76979871/?share=copy",
  "https://vimeo.com/ondemand/dance/76979871",
])("%s plays from Vimeo with tracking turned off", (url) => {
  expect(parseVideo(url)).toEqual({
    type: "vimeo",
    playerUrl: "https://player.vimeo.com/video/76979871?dnt=1",
  })
})

test.each([
  ["https://youtu.be/dQw4w9WgXcQ?t=435", "?start=435"],
  ["https://youtu.be/dQw4w9WgXcQ?si=x&t=435s", "?start=435"],
  ["https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=7m15s", "?start=435"],
  ["https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1h", "?start=3600"],
  ["https://www.youtube.com/watch?v=dQw4w9WgXcQ#t=1h2m3s", "?start=3723"],
  ["https://www.youtube.com/embed/dQw4w9WgXcQ?start=435&rel=0", "?start=435"],
  ["https://www.youtube.com/watch?time_continue=435&v=dQw4w9WgXcQ", "?start=435"],
])("YouTube plays %s from the time in the link", (url, start) => {
  expect(parseVideo(url)?.playerUrl).toBe(
    `https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ${start}`,
  )
})

test.each([
  "https://vimeo.com/channels/staffpicks/76979871#t=1m5s",
  "https://vimeo.com/76979871?t=65.4s",
  "https://player.vimeo.com/video/76979871#t=65s",
])("Vimeo plays %s from the time in the link", (url) => {
  expect(parseVideo(url)?.playerUrl).toBe("https://player.vimeo.com/video/76979871?dnt=1#t=65s")
})

test.each([
  "https://vimeo.com/76979871/8272103f6e",
  "https://vimeo.com/showcase/2838732/video/76979871/8272103f6e",
  "https://vimeo.com/76979871/8272103f6e?share=copy",
  "https://player.vimeo.com/video/76979871?h=8272103f6e&title=0",
])("the unlisted video %s plays with its hash", (url) => {
  expect(parseVideo(url)?.playerUrl).toBe(
    "https://player.vimeo.com/video/76979871?h=8272103f6e&dnt=1",
  )
})

test.each([
  "https://www.youtube.com/watch?v=short",
  "https://www.youtube.com/channel/dQw4w9WgXcQ",
  "https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ",
  "https://www.tiktok.com/@crew/video/1",
  "https://vimeo.com/showcase/2838732",
  "https://vimeo.com/channels/76979871",
  "https://vimeo.com/groups/surrealism/76979871x",
])("%s can only be linked", (url) => {
  expect(parseVideo(url)).toEqual({ type: "other", playerUrl: null })
})

test.each(["javascript:alert(1)", "data:text/html,x", "not a URL", ""])(
  "%o is not a video",
  (url) => {
    expect(parseVideo(url)).toBeNull()
  },
)
