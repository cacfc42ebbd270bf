import { useLocation } from '@remix-run/react'
import { Badge } from '~/app/components/Badge'
import { Announce } from '~/app/components/form/Announce'
import { CategoryIcon, categoryKey } from '~/app/components/game/Category'
import { Pennant } from '~/app/components/game/Pennant'
import { Stars } from '~/app/components/game/Stars'
import { CircleXIcon, DownloadIcon, HourglassIcon, WrenchIcon } from '~/app/components/icons'
import { Table } from '~/app/components/table/Table'
import type { Column } from '~/app/components/table/TableHead'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import rowPicks from '~/app/islands/row-picks'
import rowTools from '~/app/islands/row-tools'
import { Island } from '~/app/islands/runtime/island'
import { hrefWith } from '~/app/request/paging'
import { BULK_FORM, type BulkAct, BulkBar, PickBox } from '~/app/routes/admin/Bulk'
import { RowActions } from '~/app/routes/admin/RowActions'
import { categoryName, shownCategory } from '~/server/categories/constants'
import { type ChallengeInfo, hasContainer } from '~/server/challenges/contract'
import { CheckState } from '../../challenge/check/CheckState'
import { EnableButton } from '../../challenge/EnableButton'
import {
  CHALLENGE_ORDERS,
  type ChallengeOrder,
  type ChallengeSort,
  rightShare,
  stateOf
} from './challenge-list'
import { SELECTED_ACTS } from './selected-acts'

interface ChallengesTableProps {
  label: string
  href: string
  here: string
  challenges: ChallengeInfo[]
  sort: ChallengeSort
}

const NUMBERS: readonly ChallengeOrder[] = ['solves', 'attempts', 'right', 'value']
/** Columns that are sorted from high to low first; the others begin where the problems are. */
const FALLING: readonly ChallengeOrder[] = ['attempts', 'value']

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
  const columns: Column[] = CHALLENGE_ORDERS.map((order) => ({
    text: text(order),
    num: NUMBERS.includes(order),
    sort: sorting(place, order, sort)
  }))
  const hasChecks = challenges.some(({ check }) => check)
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
            { text: text('state') },
            ...(hasChecks ? [{ text: t('checks:view') }] : []),
            { text: t('admin:actions'), silent: true }
          ]}
        >
          {challenges.map((challenge) => (
            <tr key={challenge.id}>
              <td className="fit">
                <PickBox id={challenge.id} name={challenge.title} />
              </td>
              <th scope="row">
                <Name
                  challenge={challenge}
                  own={`${href}/${challenge.id}`}
                  feedback={feedbackOf(challenge.id)}
                />
              </th>
              <Figures challenge={challenge} />
              <td data-label={text('state')}>
                <EnableButton challenge={challenge} href={here} own={`${href}/${challenge.id}`} small />
                <StateMark challenge={challenge} />
              </td>
              {hasChecks && (
                <td data-label={t('checks:view')}>
                  <CheckMark check={challenge.check} href={`${href}/${challenge.id}/Check`} />
                </td>
              )}
              <td className="end">
                <RowActions label={t('admin:bulk.menu', { name: challenge.title })}>
                  <a href={`${href}/${challenge.id}`}>{t('admin:tab.Info')}</a>
                  <a href={`${href}/${challenge.id}/Flags`}>{t('admin:challenge.flags')}</a>
                  {hasContainer(challenge.type) && (
                    <a href={`${href}/${challenge.id}/Container`}>{t('containers:view')}</a>
                  )}
                  <a href={`${href}/${challenge.id}/Check`}>{t('checks:view')}</a>
                  <a href={`${href}/${challenge.id}/History`}>{t('history:view')}</a>
                  <a href={monitorOf(challenge.id)}>{t('admin:monitor')}</a>
                </RowActions>
              </td>
            </tr>
          ))}
        </Table>
        <BulkBar action={here} acts={[disable]} pages={pages} />
      </div>
    </>
  )
}

interface NameProps {
  challenge: ChallengeInfo
  own: string
  feedback: string
}

/** Category as an icon, title, and type in words. */
function Name({ challenge, own, feedback }: NameProps) {
  const t = useText()
  const { title, type, image, rating } = challenge
  const category = shownCategory(challenge)
  return (
    <span className="chal-name">
      <span className="cat" data-category={categoryKey(category)} title={categoryName(category)}>
        <CategoryIcon category={category} />
        <span className="sr">{categoryName(category)}</span>
      </span>
      <span>
        <a className="primary-cell link" href={own}>
          <bdi>{title}</bdi>
        </a>
        <span className="sub">
          {t(`admin:type.${type}`)}
          <ImageMark image={image} href={`${own}/Container`} />
        </span>
        {rating && (
          <a className="faint small" href={feedback}>
            <Stars rating={rating} />
          </a>
        )}
      </span>
    </span>
  )
}

function Figures({ challenge }: { challenge: ChallengeInfo }) {
  const t = useText()
  const format = useFormat()
  const text = (key: string) => t(`admin:challenges.${key}`)
  const { score, minScore, originalScore, acceptedCount, attempts, solveRate, firstBlood } = challenge
  const right = rightShare(challenge)
  return (
    <>
      <td className="num" data-label={text('solves')}>
        <div className="chal-share">
          {format.number(acceptedCount)}
          {solveRate !== null && (
            <>
              <span className="sub">{t('admin:challenges.share', { share: format.percent(solveRate) })}</span>
              <svg className="bar thin" aria-hidden="true" focusable="false">
                <rect className="track" width="100%" height="100%" />
                <rect
                  className="fill"
                  width={`${(Math.min(1, solveRate) * 100).toFixed(1)}%`}
                  height="100%"
                />
              </svg>
            </>
          )}
        </div>
      </td>
      <td className="num hide-narrow" data-label={text('attempts')}>
        {format.number(attempts)}
      </td>
      <td className="num hide-narrow" data-label={text('right')}>
        {right === null ? '–' : format.percent(right)}
      </td>
      <td className="hide-narrow" data-label={text('blood')}>
        {firstBlood ? (
          <span className="chal-blood">
            <Pennant blood={1} />
            <span>
              <bdi>{firstBlood.team}</bdi>
              <time className="sub" dateTime={firstBlood.time}>
                {format.moment(new Date(firstBlood.time))}
              </time>
            </span>
          </span>
        ) : (
          '–'
        )}
      </td>
      <td className="num hide-narrow" data-label={text('value')}>
        <div>
          {format.number(score)}
          <span className="sub" title={`${text('least')}–${text('original')}`}>
            {format.number(minScore)}–{format.number(originalScore)}
          </span>
        </div>
      </td>
    </>
  )
}

/** States that the switch does not show: a block, a failed release, and a planned time. */
function StateMark({ challenge }: { challenge: ChallengeInfo }) {
  const t = useText()
  const format = useFormat()
  const state = stateOf(challenge)
  if (state === 'blocked')
    return (
      <span className="sub warn chal-repair">
        <WrenchIcon />
        {t('admin:challenges.blocked')}
      </span>
    )
  if (state === 'disabled' && challenge.releaseFault)
    return (
      <span className="sub bad">
        {t('admin:release.failed', { reason: t(`errors:${challenge.releaseFault.code}`) })}
      </span>
    )
  if (state !== 'scheduled') return null
  const time = format.moment(new Date(challenge.releaseAt!))
  return <span className="sub">{t('admin:release.mark', { time })}</span>
}

/** How its solve checks stand, and since when. */
function CheckMark({ check, href }: { check: ChallengeInfo['check']; href: string }) {
  const t = useText()
  const format = useFormat()
  if (!check) return <span className="faint">–</span>
  return (
    <>
      <a href={href}>
        <CheckState state={check.state} />
      </a>
      {check.since && (
        <span
          className="sub nowrap"
          title={t('checks:since', { time: format.moment(new Date(check.since)) })}
        >
          {format.moment(new Date(check.since))}
        </span>
      )}
    </>
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
