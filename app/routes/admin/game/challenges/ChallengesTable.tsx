import { useLocation } from '@remix-run/react'
import { Badge } from '~/app/components/Badge'
import { Category } from '~/app/components/game/Category'
import { Stars } from '~/app/components/game/Stars'
import { CircleXIcon, DownloadIcon, HourglassIcon } from '~/app/components/icons'
import { BULK_FORM, type BulkAct, BulkBar, PickBox } from '~/app/components/table/Bulk'
import { RowMenu } from '~/app/components/table/RowMenu'
import { Table } from '~/app/components/table/Table'
import rowPicks from '~/app/islands/row-picks'
import rowTools from '~/app/islands/row-tools'
import { Island } from '~/app/islands/runtime/island'
import { useFormat } from '~/app/islands/runtime/words/format'
import { useText } from '~/app/islands/runtime/words/text'
import { hrefWith } from '~/app/request/paging'
import { type ChallengeInfo, hasContainer } from '~/server/challenges/contract'
import { Announce } from '../../Announce'
import { CheckState } from '../../challenge/check/CheckState'
import { EnableButton } from '../../challenge/EnableButton'
import { CHALLENGE_ORDERS, type ChallengeOrder, type ChallengeSort } from './challenge-list'
import { SELECTED_ACTS } from './selected-acts'

interface ChallengesTableProps {
  label: string
  href: string
  here: string
  challenges: ChallengeInfo[]
  sort: ChallengeSort
}

const COLUMNS = ['challenge', 'category', 'type', 'value', 'solves', 'attempts', 'rate', 'blood', 'state']
const NUMBERS = new Set(['value', 'solves', 'attempts', 'rate'])
const FALLING: readonly ChallengeOrder[] = ['value', 'solves', 'attempts', 'rate']

function sorting(here: { pathname: string; search: string }, order: ChallengeOrder, sort: ChallengeSort) {
  const current = sort.order === order
  const reversed = current ? !sort.reversed : FALLING.includes(order)
  return {
    href: hrefWith(here, { sort: reversed ? `-${order}` : order }),
    now: current ? (sort.reversed ? ('descending' as const) : ('ascending' as const)) : null
  }
}

export function ChallengesTable({ label, href, here, challenges, sort }: ChallengesTableProps) {
  const t = useText()
  const text = (key: string) => t(`admin:challenges.${key}`)
  const disable: BulkAct = {
    intent: 'bulk-disable',
    label: t('admin:challenge.disable'),
    question: t('admin:bulk.disable'),
    danger: true,
    more: <Announce of="bulk-disable" />
  }
  const pages = SELECTED_ACTS.map((one) => ({
    href: `${href}/Selected`,
    act: one,
    label: t(`admin:selected.${one}`),
    danger: one === 'delete'
  }))
  const monitorOf = (id: number) =>
    `${href.replace(/^\/admin/, '').replace(/challenges$/, 'monitor/Submissions')}?challenge=${id}`
  const feedbackOf = (id: number) =>
    `${href.replace(/^\/admin/, '').replace(/challenges$/, 'monitor/Feedback')}?challenge=${id}`
  const place = useLocation()
  const columns = COLUMNS.map((key) => {
    const order = CHALLENGE_ORDERS.find((one) => one === key)
    return { text: text(key), num: NUMBERS.has(key), sort: order && sorting(place, order, sort) }
  })
  return (
    <>
      <Island of={rowPicks} props={{ form: BULK_FORM }} />
      <Island of={rowTools} props={{}} />
      <div className="choosing">
        <Table
          label={label}
          className="cards"
          columns={[
            { text: text('pick'), silent: true },
            ...columns,
            { text: t('admin:actions'), silent: true }
          ]}
        >
          {challenges.map((challenge) => (
            <tr key={challenge.id}>
              <td className="fit">
                <PickBox id={challenge.id} name={challenge.title} />
              </td>
              <th scope="row">
                <a className="primary-cell link" href={`${href}/${challenge.id}`}>
                  <bdi>{challenge.title}</bdi>
                </a>
                {challenge.rating && (
                  <a className="faint small" href={feedbackOf(challenge.id)}>
                    <Stars rating={challenge.rating} />
                  </a>
                )}
              </th>
              <td data-label={text('category')}>
                <Category category={challenge.category} />
              </td>
              <td data-label={text('type')}>
                {t(`admin:type.${challenge.type}`)}
                <ImageMark image={challenge.image} href={`${href}/${challenge.id}/Container`} />
              </td>
              <Figures challenge={challenge} />
              <td data-label={text('state')}>
                <EnableButton challenge={challenge} href={here} own={`${href}/${challenge.id}`} small />
                {challenge.releaseAt && <ReleaseMark at={challenge.releaseAt} />}
                <CheckMark check={challenge.check} href={`${href}/${challenge.id}/Check`} />
              </td>
              <td className="end">
                <RowMenu label={t('admin:bulk.menu', { name: challenge.title })}>
                  <a href={`${href}/${challenge.id}`}>{t('admin:tab.Info')}</a>
                  <a href={`${href}/${challenge.id}/Flags`}>{t('admin:challenge.flags')}</a>
                  {hasContainer(challenge.type) && (
                    <a href={`${href}/${challenge.id}/Container`}>{t('containers:view')}</a>
                  )}
                  <a href={`${href}/${challenge.id}/Check`}>{t('checks:view')}</a>
                  <a href={monitorOf(challenge.id)}>{t('admin:monitor')}</a>
                </RowMenu>
              </td>
            </tr>
          ))}
        </Table>
        <BulkBar action={here} acts={[disable]} pages={pages} />
      </div>
    </>
  )
}

function Figures({ challenge }: { challenge: ChallengeInfo }) {
  const t = useText()
  const format = useFormat()
  const text = (key: string) => t(`admin:challenges.${key}`)
  const { score, minScore, originalScore, acceptedCount, attempts, solveRate, firstBlood } = challenge
  return (
    <>
      <td className="num" data-label={text('value')}>
        <div>
          {format.number(score)}
          <span className="sub" title={`${text('least')}–${text('original')}`}>
            {format.number(minScore)}–{format.number(originalScore)}
          </span>
        </div>
      </td>
      <td className="num" data-label={text('solves')}>
        {format.number(acceptedCount)}
      </td>
      <td className="num" data-label={text('attempts')}>
        {format.number(attempts)}
      </td>
      <td className="num" data-label={text('rate')}>
        {solveRate === null ? '–' : format.percent(solveRate)}
      </td>
      <td data-label={text('blood')}>
        {firstBlood ? (
          <>
            <bdi>{firstBlood.team}</bdi>{' '}
            <time className="faint small" dateTime={firstBlood.time}>
              {format.moment(new Date(firstBlood.time))}
            </time>
          </>
        ) : (
          '–'
        )}
      </td>
    </>
  )
}

function ReleaseMark({ at }: { at: string }) {
  const t = useText()
  const format = useFormat()
  return <div className="faint small">{t('admin:release.mark', { time: format.moment(new Date(at)) })}</div>
}

/** How its solve checks stand; nothing without a solver. */
function CheckMark({ check, href }: { check: ChallengeInfo['check']; href: string }) {
  const t = useText()
  const format = useFormat()
  if (!check) return null
  const since = check.since && t('checks:since', { time: format.moment(new Date(check.since)) })
  return (
    <div>
      <a href={href} title={since ?? undefined}>
        <CheckState state={check.state} />
      </a>
    </div>
  )
}

const MARKS = {
  missing: { tone: 'warn', icon: CircleXIcon },
  wanted: { tone: 'warn', icon: HourglassIcon },
  pulling: { tone: 'info', icon: DownloadIcon },
  failed: { tone: 'bad', icon: CircleXIcon }
} as const

/** Warns of a missing image: teams cannot start instances. */
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
