/** Articles for tests. */
import type { SavedArticle } from "./article.ts"

export const makeArticle = (changes: Partial<SavedArticle> = {}): SavedArticle => ({
  id: "0190a0a0-0000-7000-8000-000000000001",
  slug: "first",
  title: "First",
  excerpt: null,
  content: "Hello",
  cover_image_url: null,
  country: null,
  language: "en",
  is_featured: false,
  is_published: false,
  published_at: null,
  publish_at: null,
  created_at: "2026-01-01T10:00:00.000Z",
  updated_at: "2026-01-01T10:00:00.000Z",
  content_version: 3,
  ...changes,
})
