-- The pages that a build could not render: how many, and the first of them as {path, reason, since}. Null until known.

alter table builds
  add column failed_count integer check (failed_count >= 0),
  add column failed_pages jsonb check (jsonb_typeof(failed_pages) = 'array'),
  add check ((failed_count is null) = (failed_pages is null));
