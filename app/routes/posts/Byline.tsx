import { Avatar } from '~/app/components/Avatar'

export function Author({ name, avatar }: { name: string | null; avatar: string | null }) {
  if (name === null) return null
  return (
    <span className="row-tight">
      <Avatar name={name} url={avatar} size="s16" round />
      <bdi>{name}</bdi>
    </span>
  )
}

export function PostTags({ tags }: { tags: string[] | null }) {
  return tags?.map((tag) => (
    <a className="tag" key={tag} href={`/posts?tag=${encodeURIComponent(tag)}`}>
      {tag}
    </a>
  ))
}
