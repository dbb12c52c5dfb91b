-- Articles and events can get cheers (likes), too.
alter table post_cheers rename to cheers;
alter index post_cheers_of_user rename to cheers_of_user;
alter table cheers
  drop constraint post_cheers_pkey,
  alter column post_id drop not null,
  -- For a cheer of an article, the id of the original, because translations share the cheers.
  add column news_id uuid references news on delete cascade,
  add column event_id uuid references events on delete cascade,
  add column subject_id uuid not null generated always as (coalesce(news_id, post_id, event_id)) stored,
  add check (num_nonnulls(news_id, post_id, event_id) = 1),
  add primary key (subject_id, user_id);
create index cheers_of_post on cheers (post_id) where post_id is not null;
create index cheers_of_event on cheers (event_id) where event_id is not null;
create index cheers_of_article on cheers (news_id) where news_id is not null;
