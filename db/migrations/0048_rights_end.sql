-- Rights that end with what they come from: helping ends with the place, a preview link with its author's grant.

delete from event_helpers h where not exists (
  select from event_signups s join events e on e.id = s.event_id
  where s.event_id = h.event_id and s.user_id = h.user_id and s.status = 'going'
    and (e.event_type = 'public'
      or exists (select from team_members m where m.team_id = e.team_id and m.user_id = h.user_id))
) or exists (
  select from users u
  where u.id = h.user_id and (u.blocked_at is not null or u.deletion_due_at is not null)
);
alter table event_helpers
  add foreign key (event_id, user_id) references event_signups (event_id, user_id) on delete cascade;

-- Who opened the existing links is unknown, so they end; their editors can open new ones.
delete from news_previews;
-- Null for a link that the owner's login made.
alter table news_previews add column opened_by uuid references users on delete cascade;
create index news_previews_of_opener on news_previews (opened_by);
