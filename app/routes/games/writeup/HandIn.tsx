import { Badge } from '~/app/components/Badge'
import { Banner } from '~/app/components/Banner'
import { formatBytes } from '~/app/components/bytes'
import { Countdown } from '~/app/components/game/Countdown'
import {
  CircleCheckIcon,
  CircleXIcon,
  DownloadIcon,
  FileTextIcon,
  HourglassIcon
} from '~/app/components/icons'
import { richText } from '~/app/components/markdown/richText'
import { Panel } from '~/app/components/Panel'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { Island } from '~/app/islands/runtime/island'
import writeupForm from '~/app/islands/writeup-form'
import { useFormState } from '~/app/request/form-state'
import { FILE_LIMITS } from '~/server/assets/contract'
import type { HandedIn, WriteupView } from './writeup-view'

interface HandInProps {
  gameId: number
  view: Extract<WriteupView, { kind: 'open' }>
  now: number
}

export function HandIn({ gameId, view: { late, deadline, handedIn, sharing }, now }: HandInProps) {
  const t = useText()
  const format = useFormat()
  const state = useFormState()
  const at = new Date(deadline)
  const time = <time dateTime={at.toISOString()}>{format.moment(at)} UTC</time>
  return (
    <Panel title={t('writeup:own')} className="state-panel sticky">
      <State handedIn={handedIn} late={late} />
      <div>
        <p>{richText(t, late ? 'writeup:deadline_was' : 'writeup:deadline', { time })}</p>
        {!late && (
          <p className="muted">{richText(t, 'writeup:left', { time: timeLeft(deadline, now, format) })}</p>
        )}
      </div>
      {handedIn && <Own {...handedIn} />}
      {sharing && <Sharing gameId={gameId} {...sharing} />}
      {!late ? (
        <Island
          of={writeupForm}
          props={{
            href: `/games/${gameId}/Writeup`,
            call: `/api/game/${gameId}/writeup`,
            replaces: handedIn !== null,
            most: FILE_LIMITS.writeup,
            error: state?.errors.file ?? state?.message ?? null
          }}
        />
      ) : (
        state?.message && <Banner tone="bad">{state.message}</Banner>
      )}
    </Panel>
  )
}

const timeLeft = (deadline: number, now: number, format: ReturnType<typeof useFormat>) => (
  <Countdown until={deadline} reload>
    {format.countdown(deadline - now)}
  </Countdown>
)

function State({ handedIn, late }: { handedIn: HandedIn | null; late: boolean }) {
  const t = useText()
  if (handedIn)
    return (
      <Badge tone="ok" icon={CircleCheckIcon}>
        {t('writeup:state.handed_in')}
      </Badge>
    )
  return late ? (
    <Badge tone="bad" icon={CircleXIcon}>
      {t('writeup:state.missed')}
    </Badge>
  ) : (
    <Badge tone="warn" icon={HourglassIcon}>
      {t('writeup:state.missing')}
    </Badge>
  )
}

type SharingProps = NonNullable<HandInProps['view']['sharing']> & { gameId: number }

/** Whether everybody may read it once the game is over; the captain decides. */
function Sharing({ gameId, consent, published, may }: SharingProps) {
  const t = useText()
  const state = useFormState('consent')
  const key = published ? 'published' : consent ? 'given' : 'none'
  return (
    <form method="post" action={`/games/${gameId}/Writeup`} className="stack">
      <p className="muted small">{t(`solutions:consent.${key}`)}</p>
      {state?.message && <Banner tone="bad">{state.message}</Banner>}
      {may ? (
        <>
          <input type="hidden" name="intent" value="consent" />
          <button type="submit" className="btn sm" name="consent" value={consent ? '' : 'yes'}>
            {t(consent ? 'solutions:consent.take_back' : 'solutions:consent.give')}
          </button>
        </>
      ) : (
        <p className="hint">{t('solutions:consent.captain')}</p>
      )}
    </form>
  )
}

/** The stored file; any member may have sent it. */
function Own({ name, size, url, at }: HandedIn) {
  const t = useText()
  const format = useFormat()
  const day = new Date(at)
  return (
    <a className="attach" href={url} download="">
      <FileTextIcon />
      <span>
        <bdi>{name}</bdi>
        <small>
          {formatBytes(size)}
          {' · '}
          <time dateTime={at}>{t('writeup:sent_at', { time: `${format.moment(day)} UTC` })}</time>
        </small>
      </span>
      <DownloadIcon />
    </a>
  )
}
