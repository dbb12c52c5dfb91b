create table profiles (
  user_id uuid primary key references users on delete cascade,
  display_name text not null check (length(btrim(display_name)) between 1 and 80)
    -- Refuses bidirectional and zero-width characters, which make a name look like another name.
    check (display_name !~ '[\u200B\u200C\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]'),
  user_type text not null default 'regular_user' check (user_type in ('regular_user', 'dance_group')),
  avatar_url text,
  -- True if other people could see the current picture. When such a picture is hidden, its file gets a new address.
  avatar_was_shown boolean not null default false,
  bio text check (length(bio) between 1 and 500),
  gender text check (gender in ('male', 'female', 'non-binary', 'prefer-not-to-say', 'other')),
  date_of_birth date check (date_of_birth >= '1900-01-01'),
  music_likes_public boolean not null default false,
  favorite_song_id text check (length(favorite_song_id) <= 100),
  favorite_song_name text check (length(favorite_song_name) <= 300),
  favorite_song_artist text check (length(favorite_song_artist) <= 300),
  favorite_song_image text check (length(favorite_song_image) <= 1000),
  -- `show_to_everyone` is for members under 18; adults need no such setting.
  privacy_settings jsonb not null default
    '{"show_display_name": true, "show_avatar": true, "show_bio": false, "show_gender": false, "show_date_of_birth": false, "show_events": false, "show_to_everyone": false}'
    check (jsonb_typeof(privacy_settings) = 'object'),
  hidden_at timestamptz,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  -- Only the member's own uploads are allowed: another member's picture may be hidden, and a picture on another server
  -- would reveal visitors to that server.
  check (
    avatar_url ~ ('^/uploads/avatars/' || user_id || '/avatar-[0-9]+-[0-9a-f]{32}[.]webp$')
  ),
  check ((favorite_song_id is null) = (favorite_song_name is null))
);
create index profiles_hidden on profiles (user_id) where hidden_at is not null;
alter table profiles enable row level security;
