-- Where a member is and whom they love, asked after signing up.

alter table users
  add column country text check (country in ('ee', 'lv', 'lt', 'other')),
  add column favorite_groups text[] not null default '{}'
    check (cardinality(favorite_groups) <= 5)
    check (length(array_to_string(favorite_groups, '')) <= 300);

-- It answers with more than before; db/functions makes it anew.
drop function if exists get_public_profile_safe(uuid) cascade;
