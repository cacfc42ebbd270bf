import { Avatar } from '~/app/components/Avatar'
import { useText } from '~/app/islands/runtime/text'

/** Who wrote it; posts outlive accounts. */
export function Author({ name, avatar }: { name: string | null; avatar: string | null }) {
  const t = useText()
  if (name === null) return t('posts:author_gone')
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
