-- Teams that look for dancers and move to other addresses; posts that get cheers; emails about roles.

alter table teams add column is_recruiting boolean not null default false;

-- Where a team was before: links, feeds and mails lead on from there for good.
create table team_former_slugs (
  slug text primary key,
  team_id uuid not null references teams on delete cascade,
  created_at timestamptz not null default date_trunc('milliseconds', now())
);
create index team_former_slugs_of_team on team_former_slugs (team_id);
alter table team_former_slugs enable row level security;

create table post_cheers (
  post_id uuid not null references team_posts on delete cascade,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  primary key (post_id, user_id)
);
create index post_cheers_of_user on post_cheers (user_id);
alter table post_cheers enable row level security;

-- A still of the video, stored by us: readers ask no other site for it.
alter table team_posts add column video_thumb_url text
  check (video_thumb_url ~ '^/(uploads|art)/[A-Za-z0-9/_.-]+$');

alter table users add column mail_team_roles boolean not null default true;

-- Made anew, with the still.
drop function if exists get_safe_team_posts() cascade;
