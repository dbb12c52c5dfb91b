create table teams (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(btrim(name)) between 1 and 100),
  slug text not null unique
    check (length(slug) <= 120 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$')
    check (slug not in ('mine', 'new', 'page', 'manage', 'shell')),
  description text check (length(description) <= 4000),
  language locale_code not null default 'en',
  translations jsonb not null default '{}',
  location text check (length(location) <= 120),
  country country_code,
  website_url text check (website_url ~ '^https?://'),
  instagram_url text check (instagram_url ~ '^https?://'),
  youtube_url text check (youtube_url ~ '^https?://'),
  cover_image_url text check (cover_image_url ~ '^/(uploads|art)/[A-Za-z0-9/_.-]+$'),
  members_may_post_events boolean not null default true,
  is_verified boolean not null default false,
  is_recruiting boolean not null default false,
  hidden_at timestamptz,
  -- Null until a super admin approves the team. Set at once if its founder was approved before.
  reviewed_at timestamptz,
  search_text text not null
    generated always as (plain_text(name || ' ' || coalesce(location, ''))) stored,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  constraint teams_translations check (
    are_translations(translations, language, 'description', '{"description": 4000}')
  )
);
-- `fastupdate = off` prevents a list of pending entries, because the planner would avoid an index that has one.
create index teams_by_search_text on teams using gin (search_text gin_trgm_ops)
  with (fastupdate = off);
create index teams_by_creation on teams (created_at desc, id desc);
create index teams_by_name on teams (plain_text(name), id);
create index teams_by_words on teams
  using gin (plain_text(name || ' ' || slug || ' ' || coalesce(description, '') || ' '
    || jsonb_path_query_array(translations, '$.*.*')::text) gin_trgm_ops)
  with (fastupdate = off);
create index teams_hidden on teams (created_at desc, id desc) where hidden_at is not null;
create index teams_unreviewed on teams (created_at desc, id desc)
  where reviewed_at is null and hidden_at is null;
alter table teams enable row level security;

-- Earlier slugs of teams, which redirect to the current slug, so that old links, feeds and emails still work.
create table team_former_slugs (
  slug text primary key,
  team_id uuid not null references teams on delete cascade,
  created_at timestamptz not null default date_trunc('milliseconds', now())
);
create index team_former_slugs_of_team on team_former_slugs (team_id);
alter table team_former_slugs enable row level security;

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
