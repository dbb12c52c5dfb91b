create table comments (
  -- The browser chooses the id, so that a repeated request does not add a second comment.
  id uuid primary key,
  -- For a comment on an article, the id of the original, because translations share the comments.
  news_id uuid references news on delete cascade,
  post_id uuid references team_posts on delete cascade,
  event_id uuid references events on delete cascade,
  subject_id uuid not null generated always as (coalesce(news_id, post_id, event_id)) stored,
  user_id uuid references users on delete set null,
  -- A mention in the text is `@[` + the member's id + `]`, so that pages show the member's current name.
  body text not null check (length(btrim(body)) between 1 and 2000),
  mentions uuid[] not null default '{}' check (cardinality(mentions) <= 50),
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  edited_at timestamptz,
  reviewed_at timestamptz,
  hidden_at timestamptz,
  -- Who hid the comment. A team cannot unhide a comment that the site's moderators hid.
  hidden_by text check (hidden_by in ('team', 'site')),
  check (num_nonnulls(news_id, post_id, event_id) = 1),
  check ((hidden_at is null) = (hidden_by is null))
);
create index comments_of_subject on comments (subject_id, created_at, id);
create index comments_of_post on comments (post_id) where post_id is not null;
create index comments_of_event on comments (event_id) where event_id is not null;
create index comments_of_article on comments (news_id) where news_id is not null;
create index comments_of_user on comments (user_id, created_at);
create index comments_unreviewed on comments (created_at desc, id desc) where reviewed_at is null and hidden_at is null;
create index comments_by_text on comments (plain_text(left(body, 80)), id);
create index comments_by_words on comments using gin (plain_text(body) gin_trgm_ops) with (fastupdate = off);
alter table comments enable row level security;

-- Articles, posts and events that accept no new comments.
create table closed_comments (
  news_id uuid references news on delete cascade,
  post_id uuid references team_posts on delete cascade,
  event_id uuid references events on delete cascade,
  subject_id uuid primary key generated always as (coalesce(news_id, post_id, event_id)) stored,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  check (num_nonnulls(news_id, post_id, event_id) = 1)
);
create index closed_comments_of_article on closed_comments (news_id) where news_id is not null;
create index closed_comments_of_post on closed_comments (post_id) where post_id is not null;
create index closed_comments_of_event on closed_comments (event_id) where event_id is not null;
alter table closed_comments enable row level security;

alter table report_cases
  add column comment_id uuid references comments on delete cascade,
  drop constraint report_cases_kind_check,
  drop constraint report_cases_check,
  drop constraint report_cases_check1,
  add constraint report_cases_kind_check check (kind in ('team', 'post', 'profile', 'event', 'comment')),
  add constraint report_cases_of_one_thing
    check (num_nonnulls(team_id, post_id, profile_id, event_id, comment_id) = 1),
  add constraint report_cases_kind_matches check (
    case kind when 'team' then team_id when 'post' then post_id when 'event' then event_id
      when 'comment' then comment_id else profile_id end is not null
  );
create unique index one_open_case_of_comment on report_cases (comment_id) where status = 'open';
create index report_cases_of_comment on report_cases (comment_id) where comment_id is not null;

