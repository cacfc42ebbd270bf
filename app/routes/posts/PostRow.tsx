import { Badge } from '~/app/components/Badge'
import { PencilIcon, PinIcon } from '~/app/components/icons'
import { rawHtml } from '~/app/components/markdown/raw-html'
import { useText } from '~/app/i18n/text'
import type { PostCard } from '~/server/posts/contract'
import { Author, PostTags } from './Byline'

interface PostRowProps {
  post: PostCard & { day: string }
  editable: boolean
}

/** A post in the list; `summary` is sanitised HTML. */
export function PostRow({ post, editable }: PostRowProps) {
  const t = useText()
  const { id, title, summary, isPinned, tags, authorName, authorAvatar, time, day } = post
  return (
    <li>
      <time dateTime={time}>{day}</time>
      <div>
        <h2>
          <a href={`/posts/${id}`}>{title}</a>
          {isPinned && <Badge icon={PinIcon}>{t('posts:pinned')}</Badge>}
        </h2>
        {summary && <p {...rawHtml(summary)} />}
        <div className="row">
          {authorName !== null && (
            <span className="faint small">
              <Author name={authorName} avatar={authorAvatar} />
            </span>
          )}
          <PostTags tags={tags} />
        </div>
      </div>
      {editable && (
        <a
          className="btn ghost icon-only sm"
          href={`/posts/${id}/Edit`}
          aria-label={`${t('posts:edit')}: ${title}`}
        >
          <PencilIcon />
        </a>
      )}
    </li>
  )
}
