-- A post that who runs the site hides.

alter table team_posts
  add column hidden_at timestamptz,
  -- Like a draft: its author and who manages the team see it, and may change or delete it.
  add check (hidden_at is null or not is_published);
create index team_posts_hidden on team_posts (created_at desc, id desc) where hidden_at is not null;

-- Publishing a hidden post shows it again, where a super admin does.
grant update (hidden_at) on team_posts to daina_app;
create function guard_hidden_post() returns trigger
language plpgsql
as $$
declare is_bound constant boolean := current_viewer() is not null and not is_super_admin();
begin
  if new.is_published and old.hidden_at is not null then
    if is_bound then raise exception 'hidden by who runs the site' using errcode = 'DA423'; end if;
    new.hidden_at := null;
  elsif new.hidden_at is distinct from old.hidden_at and is_bound then
    raise exception 'only super admins hide posts' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger guard_hidden before update of is_published, hidden_at on team_posts
  for each row execute function guard_hidden_post();

drop function get_safe_team_posts();
create function get_safe_team_posts()
returns table (
  id uuid, team_id uuid, user_id uuid, title text, content text, content_html text, video_url text,
  video_type text, is_published boolean, is_hidden boolean, created_at timestamptz,
  updated_at timestamptz, team_name text, team_slug text, team_location text, team_country text,
  author_name text
)
language sql stable
as $$
  select p.id, p.team_id, p.user_id, p.title, p.content, p.content_html, p.video_url,
    p.video_type, p.is_published, p.hidden_at is not null, p.created_at, p.updated_at,
    t.name, t.slug, t.location, t.country::text, public_display_name(p.user_id)
  from team_posts p
  join teams t on t.id = p.team_id
$$;
