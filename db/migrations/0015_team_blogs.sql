-- Writing a team's blog.
alter table team_posts add column content_html text not null default '';
drop trigger touch on team_posts;
create trigger touch before update of title, content, content_html, video_url, video_type, is_published
  on team_posts for each row execute function touch_updated_at();

drop policy published_to_everybody on team_posts;
create policy readers on team_posts for select to daina_app using (
  is_published or user_id = (select current_viewer())
    or team_id in (select own_team_ids('admin')) or (select is_super_admin())
);
create policy managers_write on team_posts for insert to daina_app with check (
  user_id = (select current_viewer())
    and (team_id in (select own_team_ids('admin')) or (select is_super_admin()))
);
-- The author, too, as long as they are in the team.
create policy managers_and_author_edit on team_posts for update to daina_app using (
  team_id in (select own_team_ids('admin')) or (select is_super_admin())
    or (user_id = (select current_viewer()) and team_id in (select own_team_ids('member')))
);
create policy managers_and_author_delete on team_posts for delete to daina_app using (
  team_id in (select own_team_ids('admin')) or (select is_super_admin())
    or (user_id = (select current_viewer()) and team_id in (select own_team_ids('member')))
);
grant insert (id, team_id, user_id, title, content, content_html, video_url, video_type, is_published),
  update (title, content, content_html, video_url, video_type, is_published), delete on team_posts to daina_app;

drop function get_safe_team_posts();
create function get_safe_team_posts()
returns table (
  id uuid, team_id uuid, user_id uuid, title text, content text, content_html text, video_url text,
  video_type text, is_published boolean, created_at timestamptz, updated_at timestamptz,
  team_name text, team_slug text, team_location text, team_country text, author_name text
)
language sql stable
as $$
  select p.id, p.team_id, p.user_id, p.title, p.content, p.content_html, p.video_url,
    p.video_type, p.is_published, p.created_at, p.updated_at,
    t.name, t.slug, t.location, t.country::text, public_display_name(p.user_id)
  from team_posts p
  join teams t on t.id = p.team_id
$$;
