-- Posts in the blogs of teams.
create table team_posts (
  id uuid primary key default gen_random_uuid(),
  team_id uuid not null references teams on delete cascade,
  user_id uuid references users on delete set null,
  title text not null check (length(btrim(title)) between 1 and 200),
  content text not null default '' check (length(content) <= 50000),
  content_html text not null default '',
  language locale_code not null default 'en',
  -- True if the language was detected from the text.
  is_language_guessed boolean not null default true,
  video_url text check (video_url ~ '^https?://'),
  video_type text check (video_type in ('youtube', 'vimeo', 'other')),
  -- A copy of the video's preview picture on our own site, so that pages load nothing from the video site.
  video_thumb_url text check (video_thumb_url ~ '^/(uploads|art)/[A-Za-z0-9/_.-]+$'),
  is_published boolean not null default false,
  -- True once the post was published, even if it was withdrawn later.
  was_published boolean not null default false,
  -- A hidden post is visible only to its author and the team's managers.
  hidden_at timestamptz,
  reviewed_at timestamptz,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  check ((video_url is null) = (video_type is null)),
  check (hidden_at is null or not is_published)
);
create index team_posts_published on team_posts (created_at desc, id desc) where is_published;
create index team_posts_listed on team_posts (created_at desc, id desc)
  where reviewed_at is not null and is_published;
create index team_posts_unreviewed on team_posts (created_at desc, id desc)
  where reviewed_at is null and is_published;
create index team_posts_hidden on team_posts (created_at desc, id desc) where hidden_at is not null;
create index team_posts_of_team on team_posts (team_id, created_at desc);
create index team_posts_of_user on team_posts (user_id);
create index team_posts_by_creation on team_posts (created_at desc, id desc);
create index team_posts_by_title on team_posts (plain_text(title), id);
create index team_posts_by_words on team_posts
  using gin (plain_text(title || ' ' || content) gin_trgm_ops) with (fastupdate = off);
alter table team_posts enable row level security;

create table post_cheers (
  post_id uuid not null references team_posts on delete cascade,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  primary key (post_id, user_id)
);
create index post_cheers_of_user on post_cheers (user_id);
alter table post_cheers enable row level security;
