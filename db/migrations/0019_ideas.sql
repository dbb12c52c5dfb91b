-- Ideas that everybody reads, members' votes for them, and what people suggest.

create table ideas (
  id uuid primary key default gen_random_uuid(),
  title text not null check (length(btrim(title)) between 1 and 120),
  description text not null check (length(btrim(description)) between 1 and 4000),
  category text not null
    check (category in ('events', 'teams', 'shop', 'community', 'technical', 'content', 'other')),
  is_featured boolean not null default false,
  is_popular boolean not null default false,
  status text not null default 'open' check (status in ('open', 'planned', 'done', 'declined')),
  -- What the people behind the site answer.
  reply text check (length(btrim(reply)) between 1 and 2000),
  author_id uuid references users on delete set null,
  search_text text not null generated always as (plain_text(title)) stored,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now())
);
create index ideas_popular on ideas (created_at, id) where is_popular;
create index ideas_of_author on ideas (author_id);
-- The nearest titles in order of their nearness, which a GIN index does not give.
create index ideas_by_search_text on ideas using gist (search_text gist_trgm_ops);

create trigger touch before update of title, description, category, is_featured, is_popular, status,
  reply on ideas for each row execute function touch_updated_at();
create trigger audit after insert or update or delete on ideas
  for each row execute function write_audit_row('description', 'search_text');

-- The popular ones are built into a page. Not for votes: they are asked for at each view.
create trigger popular_insert after insert on ideas
  for each row when (new.is_popular) execute function raise_content_version();
create trigger popular_update after update of title, description, category, is_popular, status, reply
  on ideas for each row when (old.is_popular or new.is_popular) execute function raise_content_version();
create trigger popular_delete after delete on ideas
  for each row when (old.is_popular) execute function raise_content_version();

alter table ideas enable row level security;
create policy everybody_reads on ideas for select to daina_app using (true);
-- Whose idea it was is nobody else's to know.
grant select (id, title, description, category, is_featured, is_popular, status, reply, search_text,
  created_at, updated_at) on ideas to daina_app;

create table idea_votes (
  idea_id uuid not null references ideas on delete cascade,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  primary key (idea_id, user_id)
);
create index idea_votes_of_user on idea_votes (user_id);
alter table idea_votes enable row level security;
create policy own_votes on idea_votes to daina_app
  using (user_id = (select current_viewer())) with check (user_id = (select current_viewer()));
grant select, insert, delete on idea_votes to daina_app;

-- How many voted for each of these ideas, or for every one, and whether the viewer did. Who else did is
-- not told.
create function get_idea_vote_summary(ids uuid[] default null)
returns table (idea_id uuid, vote_count integer, user_voted boolean)
language sql stable security definer set search_path = public, pg_temp
as $$
  select i.id,
    (select count(*)::integer from idea_votes v where v.idea_id = i.id),
    exists (select from idea_votes v where v.idea_id = i.id and v.user_id = current_viewer())
  from ideas i
  where ids is null or i.id = any(ids)
$$;
revoke execute on function get_idea_vote_summary(uuid[]) from public;
grant execute on function get_idea_vote_summary(uuid[]) to daina_app;

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

-- What is held on a member of these.
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
