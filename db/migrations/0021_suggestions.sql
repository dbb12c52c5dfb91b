-- What people suggest: an inbox. Names and addresses stay a year at the most.
create table suggestions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references users on delete set null,
  name text check (length(btrim(name)) between 1 and 100),
  email citext check (length(email) <= 254),
  category text not null
    check (category in ('events', 'teams', 'shop', 'community', 'technical', 'content', 'other')),
  priority text not null check (priority in ('low', 'medium', 'high')),
  title text not null check (length(btrim(title)) between 1 and 120),
  description text not null check (length(btrim(description)) between 1 and 4000),
  language locale_code not null,
  received_at timestamptz not null default date_trunc('milliseconds', now()),
  -- Its way to Telegram.
  tries integer not null default 0 check (tries >= 0),
  next_try_at timestamptz not null default now(),
  sent_at timestamptz,
  last_error text check (length(last_error) <= 500),
  -- What an administrator made of it.
  read_at timestamptz,
  idea_id uuid references ideas on delete set null,
  check ((name is null) = (email is null))
);
create index suggestions_by_time on suggestions (received_at desc, id desc);
create index suggestions_due on suggestions (next_try_at) where sent_at is null;
create index suggestions_with_sender on suggestions (received_at) where email is not null;
create index suggestions_of_user on suggestions (user_id);
create index suggestions_of_idea on suggestions (idea_id);

-- Whoever leaves takes name and address along.
create function forget_sender() returns trigger
language plpgsql
as $$
begin
  new.name := null;
  new.email := null;
  return new;
end $$;
create trigger forget_sender before update of user_id on suggestions
  for each row when (old.user_id is not null and new.user_id is null)
  execute function forget_sender();

alter table suggestions enable row level security;
create policy super_admins_read on suggestions for select to daina_app
  using ((select is_super_admin()));
grant select on suggestions to daina_app;

-- Takes a suggestion in, once however often it is sent. The one way in: finding that it is there already
-- takes the right to see it.
create function receive_suggestion(
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
revoke execute on function receive_suggestion(uuid, text, citext, text, text, text, text, text) from public;
grant execute on function receive_suggestion(uuid, text, citext, text, text, text, text, text)
  to daina_app;

-- Lends a suggestion that is due to whoever sends it: tried again after 1, 2, 4 … 256 minutes unless it
-- is noted as sent. After a week it is no news any more, and is found in the inbox alone.
create function take_suggestion()
returns table (
  id uuid, name text, category text, priority text, title text, description text, language text
)
language sql security definer set search_path = public, pg_temp
as $$
  with due as (
    select s.id from suggestions s
    where s.sent_at is null and s.next_try_at <= now() and s.received_at > now() - interval '7 days'
    order by s.next_try_at, s.received_at limit 1 for update skip locked
  )
  update suggestions s
  set tries = s.tries + 1, next_try_at = now() + interval '1 minute' * power(2, least(s.tries, 8))
  from due where s.id = due.id
  returning s.id, s.name, s.category, s.priority, s.title, s.description, s.language::text
$$;
revoke execute on function take_suggestion() from public;
grant execute on function take_suggestion() to daina_app;

create function note_suggestion_sent(suggestion uuid) returns void
language sql security definer set search_path = public, pg_temp
as $$
  update suggestions set sent_at = now(), last_error = null where id = suggestion and sent_at is null
$$;
revoke execute on function note_suggestion_sent(uuid) from public;
grant execute on function note_suggestion_sent(uuid) to daina_app;

-- With `pause`, Telegram has asked for one: it holds for all that wait.
create function note_suggestion_failed(suggestion uuid, reason text, pause interval) returns void
language sql security definer set search_path = public, pg_temp
as $$
  update suggestions
  set last_error = case when id = suggestion then left(reason, 500) else last_error end,
    next_try_at = greatest(next_try_at, now() + pause)
  where sent_at is null and (id = suggestion or pause is not null)
$$;
revoke execute on function note_suggestion_failed(uuid, text, interval) from public;
grant execute on function note_suggestion_failed(uuid, text, interval) to daina_app;

-- Who sent something is of use while there may be an answer to it: a year.
create function forget_old_senders() returns void
language sql security definer set search_path = public, pg_temp
as $$
  update suggestions set name = null, email = null
  where email is not null and received_at < now() - interval '12 months'
$$;
revoke execute on function forget_old_senders() from public;
grant execute on function forget_old_senders() to daina_app;

-- What is held on a member of ideas, votes and suggestions.
alter function export_account() rename to export_account_before_ideas;
create function export_account() returns jsonb
language sql stable security definer set search_path = public, pg_temp
as $$
  select export_account_before_ideas() || jsonb_build_object(
    'idea_votes', (
      select coalesce(jsonb_agg(
        to_jsonb(v) || jsonb_build_object('idea_title', i.title) order by v.created_at
      ), '[]')
      from idea_votes v join ideas i on i.id = v.idea_id where v.user_id = current_viewer()
    ),
    'ideas', (
      select coalesce(jsonb_agg(to_jsonb(i) - 'search_text' order by i.created_at), '[]')
      from ideas i where i.author_id = current_viewer()
    ),
    'suggestions', (
      select coalesce(jsonb_agg(to_jsonb(s) - 'last_error' order by s.received_at), '[]')
      from suggestions s where s.user_id = current_viewer()
    )
  )
$$;
revoke execute on function export_account() from public;
grant execute on function export_account() to daina_app;
revoke execute on function export_account_before_ideas() from daina_app;
