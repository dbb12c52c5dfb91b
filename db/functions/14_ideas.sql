-- Ideas with votes, which are public, and suggestions, which are private messages to the admins.

-- Members cannot read the author of an idea, because the grants for `select` leave out the column author_id.
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
-- Only super admins write ideas, so each change is urgent.
create trigger public_insert after insert on ideas
  for each row execute function raise_version_for_change('urgent');
create trigger public_update after update of title, description, category, is_popular, status, reply,
  language on ideas for each row execute function raise_version_for_change('urgent');
create trigger public_delete after delete on ideas
  for each row execute function raise_version_for_change('urgent');

grant select, insert, delete on idea_votes to daina_app;
create policy own_votes on idea_votes to daina_app
  using (user_id = (select current_viewer()))
  with check (
    user_id = (select current_viewer())
      and idea_id in (select id from ideas where status in ('open', 'planned'))
  );

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

grant select, update (read_at, idea_id), delete on suggestions to daina_app;
create policy super_admins on suggestions to daina_app using ((select is_super_admin()));
-- The audit log must not contain the sender and text of a suggestion.
create trigger audit
  after delete or update of user_id, name, email, category, priority, title, description, language,
    received_at, read_at, idea_id
  on suggestions for each row when (is_super_admin())
  execute function write_audit_row('user_id', 'name', 'email', 'title', 'description');

-- The deletion of an account clears user_id. This trigger then deletes the sender's name and email address.
create or replace function delete_sender_details() returns trigger
language plpgsql
as $$
begin
  new.name := null;
  new.email := null;
  return new;
end $$;
create trigger delete_sender before update of user_id on suggestions
  for each row when (old.user_id is not null and new.user_id is null)
  execute function delete_sender_details();

-- Stores a suggestion, unless one with this id is stored. This function has definer rights, because `on conflict`
-- requires the right to read the table.
create or replace function store_suggestion(
  new_id uuid, new_name text, new_email citext, new_category text, new_priority text, new_title text,
  new_description text, new_language text
) returns void
language sql security definer set search_path = public, pg_temp
as $$
  insert into suggestions (id, user_id, name, email, category, priority, title, description, language)
  values (new_id, current_viewer(), new_name, new_email, new_category, new_priority, new_title,
    new_description, new_language)
  on conflict (id) do nothing
$$;

-- Leases the next unsent suggestion for two minutes. Retries follow after 1, 2, 4 … 256 minutes, for a week.
create or replace function lease_suggestion()
returns table (
  id uuid, name text, category text, priority text, title text, description text, language text
)
language sql security definer set search_path = public, pg_temp
as $$
  with due as (
    select s.id from suggestions s
    where s.sent_at is null and s.next_try_at <= now() and s.try_until > now()
      and (s.leased_until is null or s.leased_until <= now())
    order by s.next_try_at, s.received_at limit 1 for update skip locked
  )
  update suggestions s
  set tries = s.tries + 1, leased_until = now() + interval '2 minutes',
    next_try_at = now() + interval '1 minute' * power(2, least(s.tries, 8))
  from due where s.id = due.id
  returning s.id, s.name, s.category, s.priority, s.title, s.description, s.language::text
$$;

create or replace function record_suggestion_sent(suggestion uuid) returns void
language sql security definer set search_path = public, pg_temp
as $$
  update suggestions set sent_at = now(), last_error = null, leased_until = null
  where id = suggestion and sent_at is null
$$;

-- A `pause` requested by Telegram delays all unsent suggestions.
create or replace function record_suggestion_failure(suggestion uuid, reason text, pause interval)
returns void
language sql security definer set search_path = public, pg_temp
as $$
  update suggestions
  set last_error = case when id = suggestion then left(reason, 500) else last_error end,
    leased_until = case when id = suggestion then null else leased_until end,
    next_try_at = greatest(next_try_at, now() + pause)
  where sent_at is null and (id = suggestion or pause is not null)
$$;

grant execute on function get_idea_vote_summary to daina_app, daina_build;
grant execute on function store_suggestion, lease_suggestion, record_suggestion_sent,
  record_suggestion_failure to daina_auth;
