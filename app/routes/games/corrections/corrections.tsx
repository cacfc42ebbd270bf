import { useLoaderData } from '@remix-run/react'
import { Fragment } from 'react'
import { EmptyState } from '~/app/components/EmptyState'
import { AwardSums } from '~/app/components/game/AwardSums'
import { GameBar } from '~/app/components/game/GameBar'
import { Moment } from '~/app/components/Moment'
import { Main } from '~/app/components/shell/Main'
import { ListFoot } from '~/app/components/table/ListFoot'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { idOf } from '~/app/request/ids'
import { page } from '~/app/request/page'
import { pageFrom } from '~/app/request/paging'
import correctionStyles from '~/app/styles/patterns/corrections.css?url'
import styles from '~/app/styles/patterns/game.css?url'
import type { PublicCorrection } from '~/server/corrections/contract'
import { notFound } from '~/server/platform/errors'
import { GameNews } from '../GameNews'

export const links = () => [styles, correctionStyles].map((href) => ({ rel: 'stylesheet', href }))

const PAGE_SIZE = 20

/** Public corrections of a game's results, where the organiser shows them. */
export const loader = page(async ({ services, ctx, params, url, t }) => {
  const id = idOf(params.id)
  const { content: _, ...game } = await services.games.one(ctx, id)
  const { rows, ...place } = await pageFrom(url.searchParams.get('page'), PAGE_SIZE, async (part) => {
    const found = await services.corrections.published(ctx, id, part)
    if (!found) throw notFound('correction.not_found')
    return found
  })
  const corrections = rows.map(
    ({ effect: { gain, lose, added, removed, bloods, values }, ...correction }) => ({
      ...correction,
      effect: { gain, lose, added, removed, bloods, values }
    })
  )
  return {
    title: `${t('corrections:title')} · ${game.title}`,
    game,
    corrections,
    hills: await services.awards.published(ctx, id),
    place,
    now: ctx.now.getTime()
  }
})

type ShownCorrection = Omit<PublicCorrection, 'effect'> & {
  effect: Pick<PublicCorrection['effect'], 'gain' | 'lose' | 'added' | 'removed' | 'bloods' | 'values'>
}

const COUNTED = ['gain', 'lose', 'added', 'removed'] as const

function Outcome({ effect, incident }: Pick<ShownCorrection, 'effect' | 'incident'>) {
  const t = useText()
  const { number } = useFormat()
  return (
    <div className="out">
      {incident &&
        [incident.solves, incident.decay].map((name) => (
          <span key={name}>{t(`corrections:incident.${name}`)}</span>
        ))}
      {incident && incident.instanceMinutes > 0 && (
        <span>{t('corrections:incident.lived', { n: number(incident.instanceMinutes) })}</span>
      )}
      {COUNTED.filter((name) => effect[name] > 0).map((name) => (
        <span key={name}>
          {t(`corrections:${name}`)}: <b>{number(effect[name])}</b>
        </span>
      ))}
      {effect.bloods.slice(0, 6).map(({ challengeId, title, place, after }) => (
        <span key={`${challengeId} ${place}`}>
          <bdi>{title}</bdi> · {t(`corrections:blood.${place + 1}`)}:{' '}
          <b>{after ?? t('corrections:nobody')}</b>
        </span>
      ))}
      {effect.values.slice(0, 6).map(({ challengeId, title, before, after }) => (
        <span key={challengeId}>
          <bdi>{title}</bdi>: {number(before)} → <b>{number(after)}</b>
        </span>
      ))}
    </div>
  )
}

const NAMED = 3

function Heading({ correction, now }: { correction: ShownCorrection; now: number }) {
  const t = useText()
  const { number } = useFormat()
  const { kind, challenges, teams, points, incident, extension } = correction
  const names = [...challenges.map(({ title }) => title), ...teams.map(({ name }) => name)]
  const shown = points === null ? '' : points > 0 ? `+${number(points)}` : number(points)
  return (
    <h2>
      {t(`corrections:told.${kind}`, { points: shown })}
      {names.length > 0 && ': '}
      {names.slice(0, NAMED).map((name, place) => (
        <Fragment key={name}>
          {place > 0 && ', '}
          <bdi>{name}</bdi>
        </Fragment>
      ))}
      {names.length > NAMED && ` +${number(names.length - NAMED)}`}
      {extension && (
        <>
          : <bdi>{extension.division ?? t('corrections:whole_game')}</bdi>,{' '}
          <Moment time={extension.before} now={now} /> → <Moment time={extension.end} now={now} />
        </>
      )}
      {incident && (
        <>
          , <Moment time={incident.from} now={now} /> – <Moment time={incident.to} now={now} />
        </>
      )}
    </h2>
  )
}

export default function Corrections() {
  const { game, corrections, hills, place, now } = useLoaderData<typeof loader>()
  const t = useText()
  const { number } = useFormat()
  return (
    <>
      <GameBar game={game} current="corrections" now={now} />
      <Main className="narrow">
        <div className="page-head">
          <h1>{t('corrections:title')}</h1>
          <span className="sub">{t('corrections:sub')}</span>
          {corrections.length > 0 && (
            <div className="actions">
              <a className="btn" href={`/api/game/${game.id}/corrections`}>
                JSON
              </a>
            </div>
          )}
        </div>
        {corrections.length === 0 && (
          <EmptyState title={t('corrections:none')}>{t('corrections:none_text')}</EmptyState>
        )}
        <ol className="corr-list">
          {corrections.map((correction) => (
            <li
              key={correction.number}
              id={`C-${correction.number}`}
              className={correction.undone ? 'undone' : undefined}
            >
              <div className="t">
                <Moment time={correction.time} now={now} />
                <a className="link small" href={`#C-${correction.number}`}>
                  #{number(correction.number)}
                </a>
              </div>
              <div>
                <Heading correction={correction} now={now} />
                <p>
                  <bdi>{correction.reason}</bdi>
                </p>
                {correction.undone && (
                  <p>
                    <span className="badge">{t('corrections:undone')}</span>{' '}
                    <Moment time={correction.undone.time} now={now} /> <bdi>{correction.undone.reason}</bdi>
                  </p>
                )}
              </div>
              <Outcome effect={correction.effect} incident={correction.incident} />
            </li>
          ))}
        </ol>
        <ListFoot place={place} label="corrections:place" />
        <AwardSums sums={hills} now={now} />
        <GameNews game={game} now={now} />
      </Main>
    </>
  )
}
