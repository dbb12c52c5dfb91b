-- Drops the variant of get_visible_profile() without the argument for previews.
drop function if exists get_visible_profile(uuid) cascade;
