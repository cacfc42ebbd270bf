import { Avatar } from '~/app/components/Avatar'

/** Who wrote it; nothing for the platform's own posts and those whose author is gone. */
export function Author({ name, avatar }: { name: string | null; avatar: string | null }) {
  if (name === null) return null
  return (
    <span className="row-tight">
      <Avatar name={name} url={avatar} size="s16" round />
      <bdi>{name}</bdi>
    </span>
  )
}

/** Each leads to the posts that carry it. */
export function Tags({ tags }: { tags: string[] | null }) {
  return tags?.map((tag) => (
    <a className="tag" key={tag} href={`/posts?tag=${encodeURIComponent(tag)}`}>
      {tag}
    </a>
  ))
}
