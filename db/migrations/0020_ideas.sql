-- Ideas that everybody reads, and members' votes for them.

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
