import { Badge } from '~/app/components/Badge'
import { EmptyState } from '~/app/components/EmptyState'
import { Confirm } from '~/app/components/form/Confirm'
import { FlagIcon, TrashIcon } from '~/app/components/icons'
import { Panel } from '~/app/components/Panel'
import { Pagination } from '~/app/components/table/Pagination'
import { useText } from '~/app/i18n/text'
import type { PageOf } from '~/app/request/paging'
import type { ChallengeEdit } from '~/server/challenges/contract'

interface FlagListProps {
  list: PageOf<ChallengeEdit['flags'][number]>
  href: string
  /** Deleting the only flag disables the challenge. */
  last: boolean
}

export function FlagList({ list, href, last }: FlagListProps) {
  const t = useText()
  return (
    <Panel title={t('admin:flags.flags')} aside={list.total} body="stack">
      {list.total === 0 ? (
        <EmptyState icon={FlagIcon} title={t('admin:flags.none')}>
          {t('admin:flags.none_text')}
        </EmptyState>
      ) : (
        <ul className="list-edit">
          {list.rows.map((one, index) => (
            <li key={one.id}>
              <span className="grow">
                <code className="flagtext">{one.flag}</code>
                {one.decoy !== null && (
                  <span className="hint">
                    {t('flags:decoy.title')}: <code className="flagtext">{one.decoy}</code>
                  </span>
                )}
              </span>
              <File flag={one} />
              {one.drawn ? (
                <Badge>{t('flags:drawn')}</Badge>
              ) : (
                <Confirm
                  classes="ghost icon-only sm"
                  danger
                  label={<TrashIcon />}
                  name={t('admin:flags.remove', { number: list.from + index })}
                  question={t(last ? 'admin:flags.remove_last' : 'admin:flags.remove_question')}
                  confirm={t('admin:challenge.remove')}
                  action={href}
                  fields={{ intent: 'remove', flag: one.id }}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <Pagination page={list.page} pages={list.pages} href={(page) => `${href}?page=${page}`} />
    </Panel>
  )
}

function File({ flag: { attachment } }: { flag: ChallengeEdit['flags'][number] }) {
  const t = useText()
  if (!attachment?.url) return null
  const remote = attachment.type === 'Remote'
  return (
    <a
      className="link small"
      href={attachment.url}
      {...(remote ? { rel: 'noopener noreferrer' } : { download: '' })}
    >
      {t(remote ? 'flags:remote_file' : 'flags:file')}
    </a>
  )
}
