-- A cheer is a member's "like" of an article, a post or an event. Pages load the counts, so a cheer needs no build.

grant select, insert (news_id, post_id, event_id, user_id), delete on cheers to daina_app;
create policy own_cheers on cheers to daina_app
  using (user_id = (select current_viewer()))
  with check (
    user_id = (select current_viewer())
    and (
      post_id in (select id from team_posts where is_published)
        or news_id in (select id from news where is_published and original_id is null)
        or event_id in (select id from events where event_type = 'public' and hidden_at is null)
    )
  );

create or replace function count_cheers(subject uuid) returns integer
language sql stable security definer set search_path = public, pg_temp
as $$ select count(*)::integer from cheers c where c.subject_id = subject $$;

-- Returns the number of cheers for each article and event. Leaves out posts, because queries for posts call
-- count_cheers().
create or replace function list_cheer_counts() returns table (subject_id uuid, count integer)
language sql stable security definer set search_path = public, pg_temp
as $$ select c.subject_id, count(*)::integer from cheers c where c.post_id is null group by c.subject_id $$;

grant execute on function count_cheers, list_cheer_counts to daina_app, daina_build;
