-- A post's day is that of its first publishing: a draft that is finished late is news all the same, and
-- one that is hidden and shown again is not.
alter table team_posts add column was_published boolean not null default false;
update team_posts set was_published = true where is_published;

create function date_first_publishing() returns trigger
language plpgsql
as $$
begin
  if new.is_published and not new.was_published then
    new.was_published := true;
    if tg_op = 'UPDATE' then new.created_at := date_trunc('milliseconds', now()); end if;
  end if;
  return new;
end $$;
create trigger first_publishing before insert or update of is_published on team_posts
  for each row execute function date_first_publishing();
