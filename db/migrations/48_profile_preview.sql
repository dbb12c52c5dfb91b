-- get_visible_profile() gets an argument for previews.
drop function if exists get_visible_profile(uuid) cascade;
