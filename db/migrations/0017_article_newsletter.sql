-- Issues of the newsletter that an article is sent as, from the newsroom.
alter table newsletter_issues
  add column article_id uuid references news on delete set null,
  -- By language: subject and content, as they were when it was begun; '' is for readers of other languages.
  add column texts jsonb,
  add column begun_by uuid references users on delete set null,
  -- When a run last took it up: no other does while that one is at work.
  add column taken_at timestamptz,
  add check (article_id is null or texts is not null);
create index newsletter_issues_of_article on newsletter_issues (article_id);
create index newsletter_issues_of_user on newsletter_issues (begun_by);
create index newsletter_issues_unfinished on newsletter_issues (begun_at)
  where finished_at is null and texts is not null;
