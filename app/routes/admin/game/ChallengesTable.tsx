import { Badge } from '~/app/components/Badge'
import { Category } from '~/app/components/Category'
import { CircleXIcon, DownloadIcon, HourglassIcon } from '~/app/components/icons'
import { TableHead } from '~/app/components/TableHead'
import { TableWrap } from '~/app/components/TableWrap'
import { useText } from '~/app/islands/runtime/text'
import type { ChallengeInfo } from '~/server/challenges/contract'
import { EnableButton } from '../challenge/EnableButton'

interface ChallengesTableProps {
  label: string
  /** Address of the list, and of what it shows now. */
  href: string
  here: string
  challenges: ChallengeInfo[]
}

const COLUMNS = ['challenge', 'category', 'type', 'value', 'least', 'original', 'state']
const NUMBERS = new Set(['value', 'least', 'original'])

/** The challenges of a game: what they are worth, and whether they are open. */
export function ChallengesTable({ label, href, here, challenges }: ChallengesTableProps) {
  const t = useText()
  const text = (key: string) => t(`admin:challenges.${key}`)
  const columns = COLUMNS.map((key) => ({ text: text(key), num: NUMBERS.has(key) }))
  return (
    <TableWrap label={label}>
      <table className="table cards">
        <TableHead columns={[...columns, { text: t('admin:actions'), silent: true }]} />
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
              <td data-label={text('type')}>
                {t(`admin:type.${challenge.type}`)}
                <ImageMark image={challenge.image} href={`${href}/${challenge.id}/Container`} />
              </td>
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
                <EnableButton challenge={challenge} href={here} own={`${href}/${challenge.id}`} small />
              </td>
              <td className="end">
                <a className="link small" href={`${href}/${challenge.id}/Flags`}>
                  {t('admin:challenge.flags')}
                  <span className="sr"> {challenge.title}</span>
                </a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableWrap>
  )
}

const MARKS = {
  missing: { tone: 'warn', icon: CircleXIcon },
  wanted: { tone: 'warn', icon: HourglassIcon },
  pulling: { tone: 'info', icon: DownloadIcon },
  failed: { tone: 'bad', icon: CircleXIcon }
} as const

/** Containers whose image is not there: teams could not start them. */
function ImageMark({ image, href }: { image: ChallengeInfo['image']; href: string }) {
  const t = useText()
  if (!image || image.state === 'ready') return null
  const { tone, icon } = MARKS[image.state]
  return (
    <a
      className="image-mark"
      href={href}
      title={image.error ? t(`instances:image.${image.error}`) : undefined}
    >
      <Badge tone={tone} icon={icon}>
        {t(`containers:mark.${image.state}`)}
      </Badge>
    </a>
  )
}
