-- The function gets an argument for previews of the member's own profile.
drop function if exists get_visible_profile(uuid) cascade;
