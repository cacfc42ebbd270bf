import { useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Banner } from '~/app/components/Banner'
import { Category } from '~/app/components/game/Category'
import { GameBar } from '~/app/components/game/GameBar'
import { Panel } from '~/app/components/Panel'
import { Main } from '~/app/components/shell/Main'
import { TableWrap } from '~/app/components/table/TableWrap'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { idOf } from '~/app/request/ids'
import { page } from '~/app/request/page'
import correctionStyles from '~/app/styles/patterns/corrections.css?url'
import styles from '~/app/styles/patterns/game.css?url'
import { mayIn } from '~/server/access/contract'
import { categoryName, shownCategory } from '~/server/categories/constants'
import type { Statistics } from '~/server/statistics/contract'
import { GameNews } from '../GameNews'
import { ChallengeStatistics, HEIGHT } from './ChallengeStatistics'

export const links = () => [styles, correctionStyles].map((href) => ({ rel: 'stylesheet', href }))

export const loader = page(async ({ services, ctx, params, t }) => {
  const id = idOf(params.id)
  const [{ content: _, ...game }, statistics] = await Promise.all([
    services.games.one(ctx, id),
    services.statistics.of(ctx, id)
  ])
  const frozen = game.freeze !== null && new Date(game.freeze) <= ctx.now
  return {
    title: `${t('statistics:title')} · ${game.title}`,
    game,
    statistics,
    open: game.over && !frozen,
    playable:
      mayIn(ctx.actor, id, 'preview') || (game.practiceMode && game.member && game.status === 'Accepted'),
    now: ctx.now.getTime()
  }
})

type Shown = Statistics

function Figures({ statistics }: { statistics: Shown }) {
  const t = useText()
  const { number } = useFormat()
  return (
    <dl className="effect">
      {(['teams', 'scoring', 'solves', 'attempts'] as const).map((name) => (
        <div key={name}>
          <dt className="k">{t(`statistics:${name}`)}</dt>
          <dd className="v">{number(statistics[name])}</dd>
        </div>
      ))}
    </dl>
  )
}

interface ScaledProps {
  /** What the top of the chart stands for. */
  most: string
  activity: Shown['activity']
  children: ReactNode
}

/** A chart with its scale and the times at which it begins and ends. */
function Scaled({ most, activity: { start, step, right }, children }: ScaledProps) {
  const { moment } = useFormat()
  const from = Date.parse(start)
  return (
    <div className="scaled">
      <span className="most">{most}</span>
      {children}
      {[from, from + step * right.length].map((time) => (
        <time key={time} dateTime={new Date(time).toISOString()}>{`${moment(new Date(time))} UTC`}</time>
      ))}
    </div>
  )
}

function Activity({ activity }: Pick<Shown, 'activity'>) {
  const { right, wrong } = activity
  const t = useText()
  const { number } = useFormat()
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)
  const most = Math.max(1, ...right.map((count, step) => count + wrong[step]!))
  const totals = { right: number(sum(right)), wrong: number(sum(wrong)), most: number(most) }
  const height = (count: number) => (HEIGHT * count) / most
  return (
    <Panel title={t('statistics:activity')} body="stack">
      <Scaled most={`${t('statistics:attempts')}: ${totals.most}`} activity={activity}>
        <svg
          className="activity"
          viewBox={`0 0 ${right.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t('statistics:activity_text', totals)}
        >
          {right.map((count, step) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
            <g key={step}>
              <rect
                className="wrong"
                x={step}
                width="0.9"
                y={HEIGHT - height(count + wrong[step]!)}
                height={height(wrong[step]!)}
              />
              <rect
                className="right"
                x={step}
                width="0.9"
                y={HEIGHT - height(count)}
                height={height(count)}
              />
            </g>
          ))}
        </svg>
      </Scaled>
      <p className="hint">{t('statistics:activity_text', totals)}</p>
    </Panel>
  )
}

/** Solved challenges of three teams over time, as steps of a line each. */
function Progress({ progress, activity }: Pick<Shown, 'progress' | 'activity'>) {
  const t = useText()
  const { number } = useFormat()
  const lines = ['best', 'quarter', 'half'] as const
  const most = Math.max(1, progress.solved.length - 1)
  const y = (count: number) => HEIGHT - Math.round(((HEIGHT - 4) * count) / most) - 2
  const line = (counts: number[]) =>
    counts.map((count, step) => `${step === 0 ? `M0 ${y(count)}` : `V${y(count)}`}H${step + 1}`).join('')
  const now = (name: (typeof lines)[number]) => number(progress[name].at(-1) ?? 0)
  const text = t('statistics:progress_text', {
    none: number(progress.solved[0] ?? 0),
    all: number(progress.solved.at(-1) ?? 0)
  })
  return (
    <Panel title={t('statistics:progress')} body="stack">
      <Scaled most={`${t('statistics:challenges')}: ${number(most)}`} activity={activity}>
        <svg
          className="progress-lines"
          viewBox={`0 0 ${progress.best.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {lines.map((name) => (
            <path key={name} className={name} d={line(progress[name])} />
          ))}
        </svg>
      </Scaled>
      <ul className="progress-key">
        {lines.map((name) => (
          <li key={name}>
            <i className={name} aria-hidden="true" />
            {t(`statistics:${name}`, { solved: now(name) })}
          </li>
        ))}
      </ul>
      <p className="hint">{text}</p>
    </Panel>
  )
}

interface GroupsProps<Name extends string> {
  group: 'category' | 'division'
  names: readonly Name[]
  rows: readonly { key: string; label: ReactNode; of: Record<Name, number> }[]
}

/** Figures of groups of challenges or teams. */
function Groups<Name extends string>({ group, names, rows }: GroupsProps<Name>) {
  const t = useText()
  const { number } = useFormat()
  return (
    <TableWrap label={t(`statistics:${group}`)}>
      <table className="table dense">
        <thead>
          <tr>
            <th scope="col">{t(`statistics:${group}`)}</th>
            {names.map((name) => (
              <th key={name} scope="col" className="num">
                {t(`statistics:${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, of }) => (
            <tr key={key}>
              <td>{label}</td>
              {names.map((name) => (
                <td key={name} className="num">
                  {number(of[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableWrap>
  )
}

const Categories = ({ categories }: Pick<Shown, 'categories'>) => (
  <Groups
    group="category"
    names={['challenges', 'unsolved', 'solves', 'attempts']}
    rows={categories.map((of) => {
      const shown = shownCategory(of)
      return { key: categoryName(shown), label: <Category category={shown} />, of }
    })}
  />
)

function Divisions({ divisions }: Pick<Shown, 'divisions'>) {
  const t = useText()
  const rows = divisions.map(({ division, ...of }) => ({
    of,
    key: division ?? '',
    label: division === null ? t('statistics:no_division') : <bdi>{division}</bdi>
  }))
  return <Groups group="division" names={['teams', 'scoring', 'solves']} rows={rows} />
}

export default function StatisticsPage() {
  const { game, statistics, open, playable, now } = useLoaderData<typeof loader>()
  const t = useText()
  const call = `/api/game/${game.id}/statistics`
  return (
    <>
      <GameBar game={game} current="statistics" now={now} />
      <Main>
        <div className="page-head">
          <h1>{t('statistics:title')}</h1>
          <div className="actions">
            {open && (
              <a className="btn sm" href={`/games/${game.id}/Solutions`}>
                {t('solutions:title')}
              </a>
            )}
            <a className="btn sm" href={`${call}/xlsx`} download>
              {t('statistics:xlsx')}
            </a>
            <a className="btn sm" href={`${call}/csv`} download>
              {t('statistics:csv')}
            </a>
            <a className="btn sm" href={call}>
              {t('statistics:json')}
            </a>
          </div>
        </div>
        <div className="stack-16">
          {!open && <Banner announce={false}>{t('statistics:private')}</Banner>}
          <Figures statistics={statistics} />
          <Activity activity={statistics.activity} />
          {statistics.teams > 0 && <Progress progress={statistics.progress} activity={statistics.activity} />}
          <ChallengeStatistics challenges={statistics.challenges} game={game.id} playable={playable} />
          {statistics.categories.length > 1 && <Categories categories={statistics.categories} />}
          {statistics.divisions.length > 1 && <Divisions divisions={statistics.divisions} />}
        </div>
        <GameNews game={game} now={now} />
      </Main>
    </>
  )
}
