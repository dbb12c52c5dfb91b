-- Whose idea it was is nobody else's to know.
grant select (id, title, description, category, is_featured, is_popular, status, reply, language,
    is_language_guessed, search_text, created_at, updated_at),
  insert (id, title, description, category, is_featured, is_popular, status, reply, language,
    is_language_guessed, author_id),
  update (title, description, category, is_featured, is_popular, status, reply, language,
    is_language_guessed), delete
  on ideas to daina_app;
grant select (id, title, description, category, is_popular, status, reply, language, created_at)
  on ideas to daina_build;
create policy everybody_reads on ideas for select to daina_app, daina_build using (true);
create policy super_admins_write on ideas to daina_app
  using ((select is_super_admin()));

create trigger touch before update of title, description, category, is_featured, is_popular, status,
  reply, language, is_language_guessed on ideas for each row execute function touch_updated_at();
create trigger audit after insert or update or delete on ideas
  for each row execute function write_audit_row('description', 'search_text');
-- Ideas are built into a page; votes are fetched at each view. Super admins write ideas, so every change is urgent.
create trigger public_insert after insert on ideas
  for each row execute function raise_content_version('urgent');
create trigger public_update after update of title, description, category, is_popular, status, reply,
  language on ideas for each row execute function raise_content_version('urgent');
create trigger public_delete after delete on ideas
  for each row execute function raise_content_version('urgent');

grant select, insert, delete on idea_votes to daina_app;
create policy own_votes on idea_votes to daina_app
  using (user_id = (select current_viewer()))
  -- What is done, or will not be, takes no more votes.
  with check (
    user_id = (select current_viewer())
      and idea_id in (select id from ideas where status in ('open', 'planned'))
  );

-- How many voted for each of these ideas, or for every one, and whether the viewer did. Who else did is
-- not told.
create or replace function get_idea_vote_summary(ids uuid[] default null)
returns table (idea_id uuid, vote_count integer, user_voted boolean)
language sql stable security definer set search_path = public, pg_temp
as $$
  select i.id,
    (select count(*)::integer from idea_votes v where v.idea_id = i.id),
    exists (select from idea_votes v where v.idea_id = i.id and v.user_id = (select current_viewer()))
  from ideas i
  where ids is null or i.id = any(ids)
$$;
grant execute on function get_idea_vote_summary(uuid[]) to daina_app, daina_build;
