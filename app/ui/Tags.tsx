import { Button } from 'react-aria-components/Button'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Tag, TagGroup, TagList } from 'react-aria-components/TagGroup'
import { XIcon } from '~/app/components/icons'

interface TagsProps {
  locale: string
  label: string
  tags: readonly string[]
  remove(tags: ReadonlySet<string>): void
  removeText(tag: string): string
}

/** A list of tags: arrows move, Delete removes. */
export function Tags({ locale, label, tags, remove, removeText }: TagsProps) {
  return (
    <I18nProvider locale={locale}>
      <TagGroup
        className="tag-group"
        aria-label={label}
        onRemove={(keys) => remove(new Set([...keys].map(String)))}
      >
        <TagList className="tag-list" items={tags.map((tag) => ({ id: tag }))}>
          {({ id }) => (
            <Tag className="tag removable" id={id} textValue={id}>
              <bdi>{id}</bdi>
              {/* The keyboard removes by Delete on the tag. */}
              <Button slot="remove" aria-label={removeText(id)} excludeFromTabOrder>
                <XIcon className="i12" />
              </Button>
            </Tag>
          )}
        </TagList>
      </TagGroup>
    </I18nProvider>
  )
}
