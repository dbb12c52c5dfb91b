import { Avatar } from "./Avatar.tsx"

interface Props {
  people: { user_id: string; display_name: string | null; avatar_url: string | null }[]
}

/** Renders overlapping avatars. Screen readers skip them, so a text must name or count the people. */
export const AvatarStack = ({ people }: Props) => (
  <span className="flex *:not-first:-ml-1" aria-hidden="true">
    {people.map(({ user_id, display_name, avatar_url }) => (
      <Avatar
        key={user_id}
        className="border-2 border-ink [--avatar-size:36px]"
        name={display_name ?? ""}
        url={avatar_url}
      />
    ))}
  </span>
)
