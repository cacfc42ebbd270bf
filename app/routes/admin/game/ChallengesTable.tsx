import { Category } from '~/app/components/Category'
import { TableWrap } from '~/app/components/TableWrap'
import { useText } from '~/app/islands/runtime/text'
import type { ChallengeInfo } from '~/server/challenges/contract'
import { EnableButton, EnabledBadge } from '../challenge/EnableButton'

interface ChallengesTableProps {
  label: string
  /** Address of the list. */
  href: string
  challenges: ChallengeInfo[]
}

/** The challenges of a game: what they are worth, and whether they are open. */
export function ChallengesTable({ label, href, challenges }: ChallengesTableProps) {
  const t = useText()
  const text = (key: string) => t(`admin:challenges.${key}`)
  return (
    <TableWrap label={label}>
      <table className="table cards">
        <thead>
          <tr>
            <th scope="col">{text('challenge')}</th>
            <th scope="col">{text('category')}</th>
            <th scope="col">{text('type')}</th>
            <th scope="col" className="num">
              {text('value')}
            </th>
            <th scope="col" className="num">
              {text('least')}
            </th>
            <th scope="col" className="num">
              {text('original')}
            </th>
            <th scope="col">{text('state')}</th>
            <th scope="col">
              <span className="sr">{t('admin:actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {challenges.map((challenge) => (
            <tr key={challenge.id}>
              <th scope="row">
                <a className="primary-cell link" href={`${href}/${challenge.id}`}>
                  <bdi>{challenge.title}</bdi>
                </a>
              </th>
              <td data-label={text('category')}>
                <Category category={challenge.category} />
              </td>
              <td data-label={text('type')}>{t(`admin:type.${challenge.type}`)}</td>
              <td className="num" data-label={text('value')}>
                {challenge.score}
              </td>
              <td className="num muted" data-label={text('least')}>
                {challenge.minScore}
              </td>
              <td className="num muted" data-label={text('original')}>
                {challenge.originalScore}
              </td>
              <td data-label={text('state')}>
                <EnabledBadge enabled={challenge.isEnabled} />
              </td>
              <td className="end">
                <EnableButton challenge={challenge} href={href} look="sm" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableWrap>
  )
}
