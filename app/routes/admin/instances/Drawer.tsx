import { useLocation } from '@remix-run/react'
import { Confirm } from '~/app/components/form/Confirm'
import { Category } from '~/app/components/game/Category'
import { ArrowDownIcon, ArrowUpIcon, SquareIcon, TimerIcon, XIcon } from '~/app/components/icons'
import { isCarried } from '~/app/components/instance/entry'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import instanceEntry from '~/app/islands/instance-entry'
import instanceLog from '~/app/islands/instance-log'
import instanceTraffic from '~/app/islands/instance-traffic'
import instanceUsage from '~/app/islands/instance-usage'
import { Island } from '~/app/islands/runtime/island'
import { hrefWith } from '~/app/request/paging'
import { shownCategory } from '~/server/categories/constants'
import type {
  InstanceDetails,
  InstanceLogLine,
  InstanceTraffic,
  InstanceUsage
} from '~/server/instances/contract'
import { ContainerTable } from './ContainerTable'
import { LeaseMeter, ReasonMark, StateMark, TeamName, When } from './cells'
import { Events, InstanceFacts } from './DrawerParts'
import { EXTENSIONS } from './extensions'
import type { Lease } from './lease'
import { StuckActs } from './StuckActs'
import { remarkOf, shownState } from './words'

export interface Opened {
  details: InstanceDetails
  lease: Lease | null
  digests: Record<string, string>
  /** Null when the engine did not respond in time. */
  log: InstanceLogLine[] | null
  usage: InstanceUsage | null
  /** Null when Redis did not respond. */
  traffic: InstanceTraffic | null
  measured: boolean
}

interface DrawerProps {
  opened: Opened
  beside: { previous: string | null; next: string | null }
  now: number
}

export function Drawer({ opened, beside, now }: DrawerProps) {
  const { details, lease, digests, log, usage, traffic, measured } = opened
  const here = useLocation()
  const page = new URLSearchParams(here.search).get('page')
  const { id, state, spec, cpu, memoryMb } = details
  const runs = state === 'ready' || state === 'unhealthy'
  const live = state !== 'ended' && state !== 'failed' && state !== 'queued'
  return (
    <aside className="drawer" aria-labelledby="drawer">
      <div className="contents" data-fresh="drawer">
        <Head opened={opened} beside={beside} now={now} />
        <Term details={details} lease={lease} />
      </div>
      {runs && (
        <Island
          of={instanceUsage}
          props={{
            id,
            cpu,
            memoryMb,
            pids: spec.pids,
            usage,
            requested: measured,
            href: hrefWith(here, { load: 'yes', page })
          }}
        />
      )}
      <InstanceFacts details={details} digest={digests[spec.image] ?? null} />
      <ContainerTable details={details} digests={digests} />
      <Entry details={details} />
      {carried(details) && <Island of={instanceTraffic} props={{ id, traffic, live: runs }} />}
      <div className="contents" data-fresh="events">
        <Events details={details} now={now} />
      </div>
      {state !== 'queued' && (
        <Island
          of={instanceLog}
          props={{ id, lines: log, live, href: here.pathname + here.search }}
          on="visible"
        />
      )}
    </aside>
  )
}

/** Whether the platform carried connections; an ended instance has no endpoints left to tell. */
const carried = ({ state, endpoints }: InstanceDetails) => state === 'ended' || endpoints.some(isCarried)

interface BesideProps {
  id: string | null
  rel: 'prev' | 'next'
  name: string
  Mark: typeof ArrowUpIcon
}

/** Link to a neighbour of the open row; `id` is null at an end of the page. */
function Beside({ id, rel, name, Mark }: BesideProps) {
  const here = useLocation()
  if (id === null)
    return (
      <span className="btn ghost sm icon-only" aria-disabled="true">
        <Mark />
      </span>
    )
  const page = new URLSearchParams(here.search).get('page')
  return (
    <a
      className="btn ghost sm icon-only"
      href={hrefWith(here, { i: id, load: null, page })}
      {...{ rel, title: name, 'aria-label': name }}
    >
      <Mark />
    </a>
  )
}

function Head({ opened: { details }, beside, now }: DrawerProps) {
  const t = useText()
  const here = useLocation()
  const { challenge, requestedBy, requestedAt, reason, error, state, exitCode, game } = details
  const remark = remarkOf(details, t)
  const over = state === 'ended' || state === 'failed'
  const page = new URLSearchParams(here.search).get('page')
  return (
    <header>
      <div className="row-tight">
        {challenge && <Category category={shownCategory(challenge)} />}
        {game && (
          <span className="faint small">
            <bdi>{game.title}</bdi>
          </span>
        )}
        <span className="push" />
        <Beside id={beside.previous} rel="prev" name={t('engines:previous')} Mark={ArrowUpIcon} />
        <Beside id={beside.next} rel="next" name={t('engines:next')} Mark={ArrowDownIcon} />
        <a
          className="btn ghost sm icon-only"
          href={hrefWith(here, { i: null, load: null, page })}
          aria-label={t('engines:close')}
          data-close=""
        >
          <XIcon />
        </a>
      </div>
      <h2 id="drawer">
        {challenge && game ? (
          <a href={`/admin/games/${game.id}/challenges/${challenge.id}`}>{challenge.title}</a>
        ) : (
          (challenge?.title ?? t('engines:gone'))
        )}
      </h2>
      <div className="row-tight">
        <TeamName row={details} />
        <span className="faint small">
          {requestedBy ? t('engines:requested_by', { name: requestedBy }) : t('engines:requested')}{' '}
          <When at={requestedAt} now={now} />
        </span>
      </div>
      <div className="row-tight">
        {over ? <ReasonMark reason={reason} error={error} /> : <StateMark state={shownState(details)} />}
        {exitCode !== null && <span className="small muted">{t('engines:exit', { code: exitCode })}</span>}
        {remark && remark.text !== '' && <span className="small muted">{remark.text}</span>}
      </div>
      {details.detail && details.detail !== remark?.text && (
        <p className="small muted">
          <code>{details.detail}</code>
        </p>
      )}
      {!over && <Acts details={details} />}
    </header>
  )
}

function Acts({ details: { id, state, ending, team } }: { details: InstanceDetails }) {
  const t = useText()
  const here = useLocation()
  const action = here.pathname + here.search
  if (state === 'stuck') return <StuckActs id={id} />
  if (ending) return null
  const extendable = state === 'ready' || state === 'unhealthy'
  const lost = team ? t('engines:stop.one_of_team', { name: team.name }) : t('engines:stop.one_test')
  return (
    <div className="acts">
      {extendable && (
        <form method="post" action={action}>
          <input type="hidden" name="ids[]" value={id} />
          {EXTENSIONS.map((minutes) => (
            <button key={minutes} type="submit" className="btn sm" name="intent" value={`extend-${minutes}`}>
              {minutes === EXTENSIONS[0] && <TimerIcon />}
              <span className="sr">{t('engines:bulk.extend')} </span>
              {t('engines:plus_minutes', { minutes })}
            </button>
          ))}
        </form>
      )}
      <span className="push" />
      <Confirm
        classes="danger sm"
        danger
        label={
          <>
            <SquareIcon />
            {t(state === 'queued' ? 'engines:unqueue' : 'engines:stop.stop')}
          </>
        }
        question={state === 'queued' ? t('engines:unqueue_question') : `${lost} ${t('engines:stop.hint')}`}
        confirm={t(state === 'queued' ? 'engines:unqueue' : 'engines:stop.stop')}
        action={action}
        fields={{ intent: 'stop', 'ids[]': id, sure: 'yes' }}
      />
    </div>
  )
}

function Term({ details, lease }: { details: InstanceDetails; lease: Lease | null }) {
  const t = useText()
  const { countdown, number } = useFormat()
  const { extensions, readyAt, endedAt, lifetime } = details
  return (
    <section>
      <h3>
        {t('engines:lease')}
        <span className="push">
          {extensions > 0
            ? t('engines:extended', { count: extensions })
            : t('engines:lifetime', { minutes: number(lifetime) })}
        </span>
      </h3>
      {lease ? (
        <LeaseMeter lease={lease} />
      ) : (
        <p className="hint">
          {readyAt !== null && endedAt !== null
            ? t('engines:lived', { time: countdown(endedAt - readyAt) })
            : t(readyAt === null ? 'engines:never_ready' : 'engines:no_lease')}
        </p>
      )}
    </section>
  )
}

function Entry({ details: { endpoints, kind } }: { details: InstanceDetails }) {
  const t = useText()
  if (!endpoints.some(({ entry, address }) => entry || address)) return null
  return (
    <section>
      <h3>{t('engines:entry')}</h3>
      <div className="stack">
        <Island of={instanceEntry} props={{ endpoints, test: kind !== 'team' }} />
        <p className="hint">
          {t('engines:inside')}{' '}
          {endpoints.map(({ service, address, port }) => (
            <code key={`${service}:${port}`}>{`${service && `${service} `}${address ?? ''}:${port}`} </code>
          ))}
        </p>
      </div>
    </section>
  )
}
