create table teams (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(btrim(name)) between 1 and 100),
  slug text not null unique
    check (length(slug) <= 120 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$')
    check (slug not in ('mine', 'new', 'page', 'manage', 'shell')),
  description text check (length(description) <= 4000),
  location text check (length(location) <= 120),
  country country_code,
  website_url text check (website_url ~ '^https?://'),
  instagram_url text check (instagram_url ~ '^https?://'),
  youtube_url text check (youtube_url ~ '^https?://'),
  cover_image_url text check (cover_image_url ~ '^/(uploads|art)/[A-Za-z0-9/_.-]+$'),
  members_may_post_events boolean not null default true,
  is_verified boolean not null default false,
  -- Hidden from everybody who is not in it, with all that is its own.
  hidden_at timestamptz,
  -- Null for what a newcomer made and no super admin has looked at.
  reviewed_at timestamptz,
  search_text text not null
    generated always as (plain_text(name || ' ' || coalesce(location, ''))) stored,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now())
);
-- Teams change seldom; a list of pending entries would keep the planner from the index.
create index teams_by_search_text on teams using gin (search_text gin_trgm_ops)
  with (fastupdate = off);
create index teams_by_creation on teams (created_at desc, id desc);
create index teams_by_name on teams (plain_text(name), id);
create index teams_by_words on teams
  using gin (plain_text(name || ' ' || slug || ' ' || coalesce(description, '')) gin_trgm_ops)
  with (fastupdate = off);
create index teams_hidden on teams (created_at desc, id desc) where hidden_at is not null;
create index teams_unreviewed on teams (created_at desc, id desc)
  where reviewed_at is null and hidden_at is null;
alter table teams enable row level security;

create table team_members (
  id uuid primary key default gen_random_uuid(),
  team_id uuid not null references teams on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null default 'member' check (role in ('owner', 'admin', 'member')),
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  unique (team_id, user_id)
);
create unique index one_owner_per_team on team_members (team_id) where role = 'owner';
create index team_members_of_team on team_members (team_id, created_at, id);
create index team_members_of_user on team_members (user_id);
alter table team_members enable row level security;

create table team_join_requests (
  id uuid primary key default gen_random_uuid(),
  team_id uuid not null references teams on delete cascade,
  user_id uuid not null references users on delete cascade,
  message text check (length(message) between 1 and 500),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  decided_at timestamptz,
  check ((status = 'pending') = (decided_at is null))
);
-- One that waits or was declined stands in the way of another; one that was approved does not.
create unique index one_open_request on team_join_requests (team_id, user_id) where status <> 'approved';
create index join_requests_of_team on team_join_requests (team_id, created_at desc, id);
create index join_requests_of_user on team_join_requests (user_id);
alter table team_join_requests enable row level security;

create table team_posts (
  id uuid primary key default gen_random_uuid(),
  team_id uuid not null references teams on delete cascade,
  user_id uuid references users on delete set null,
  title text not null check (length(btrim(title)) between 1 and 200),
  content text not null default '' check (length(content) <= 50000),
  content_html text not null default '',
  video_url text check (video_url ~ '^https?://'),
  video_type text check (video_type in ('youtube', 'vimeo', 'other')),
  is_published boolean not null default false,
  was_published boolean not null default false,
  -- Like a draft: its author and who manages the team see it, and may change or delete it.
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
create index team_posts_by_name on team_posts (plain_text(title), id);
create index team_posts_by_words on team_posts
  using gin (plain_text(title || ' ' || content) gin_trgm_ops) with (fastupdate = off);
alter table team_posts enable row level security;
