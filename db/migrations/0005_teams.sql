-- Teams and their blogs, as far as everybody reads them.

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
  is_verified boolean not null default false,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now())
);
create trigger touch before update on teams for each row execute function touch_updated_at();
alter table teams enable row level security;
create policy everybody_reads on teams for select to daina_app using (true);
grant select on teams to daina_app;

create table team_members (
  id uuid primary key default gen_random_uuid(),
  team_id uuid not null references teams on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null default 'member' check (role in ('owner', 'admin', 'member')),
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  unique (team_id, user_id)
);
create unique index one_owner_per_team on team_members (team_id) where role = 'owner';
create index team_members_of_user on team_members (user_id);
alter table team_members enable row level security;
create policy own_membership on team_members for select to daina_app
  using (user_id = (select current_viewer()));
grant select on team_members to daina_app;

-- Only the number is public here; who the members are is asked for by name, elsewhere.
create function team_member_count(team uuid) returns integer
language sql stable security definer set search_path = public, pg_temp
as $$ select count(*)::integer from team_members where team_id = team $$;
revoke execute on function team_member_count(uuid) from public;
grant execute on function team_member_count(uuid) to daina_app;

create table team_posts (
  id uuid primary key default gen_random_uuid(),
  team_id uuid not null references teams on delete cascade,
  user_id uuid references users on delete set null,
  title text not null check (length(btrim(title)) between 1 and 200),
  content text not null default '' check (length(content) <= 50000),
  video_url text check (video_url ~ '^https?://'),
  video_type text check (video_type in ('youtube', 'vimeo', 'other')),
  is_published boolean not null default false,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  check ((video_url is null) = (video_type is null))
);
create index team_posts_published on team_posts (created_at desc, id desc) where is_published;
create index team_posts_of_team on team_posts (team_id, created_at desc);
create index team_posts_of_user on team_posts (user_id);
create trigger touch before update on team_posts for each row execute function touch_updated_at();
alter table team_posts enable row level security;
create policy published_to_everybody on team_posts for select to daina_app
  using (is_published or user_id = (select current_viewer()));
grant select on team_posts to daina_app;

create trigger raise_version after insert or update or delete on teams
  for each statement execute function raise_content_version();
create trigger published_insert after insert on team_posts
  for each row when (new.is_published) execute function raise_content_version();
create trigger published_update after update on team_posts
  for each row when (old.is_published or new.is_published) execute function raise_content_version();
create trigger published_delete after delete on team_posts
  for each row when (old.is_published) execute function raise_content_version();

create function get_safe_team_posts()
returns table (
  id uuid, team_id uuid, user_id uuid, title text, content text, video_url text, video_type text,
  is_published boolean, created_at timestamptz, updated_at timestamptz,
  team_name text, team_slug text, team_location text, team_country text
)
language sql stable
as $$
  select p.id, p.team_id, p.user_id, p.title, p.content, p.video_url, p.video_type,
    p.is_published, p.created_at, p.updated_at,
    t.name, t.slug, t.location, t.country::text
  from team_posts p
  join teams t on t.id = p.team_id
$$;
