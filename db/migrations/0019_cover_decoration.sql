-- A cover that says nothing is called so; until then it lacks a description.
alter table news add column cover_is_decoration boolean not null default false;
