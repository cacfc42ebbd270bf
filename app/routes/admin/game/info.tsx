import { useLoaderData } from '@remix-run/react'
import { Badge } from '~/app/components/Badge'
import { ActivityIcon, DownloadIcon, EyeIcon, FileArchiveIcon } from '~/app/components/icons'
import { useText } from '~/app/i18n/text'
import { idOf } from '~/app/request/ids'
import { page } from '~/app/request/page'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import { pauseAt } from '~/server/games/constants'
import { AdminFrame } from '../AdminFrame'
import { EditForm } from '../EditForm'
import { GameStateBadge } from '../GameState'
import { isOver } from '../states'
import { DangerZone } from './DangerZone'
import { EXPORT_ANCHOR, ExportPanel } from './ExportPanel'
import { FreezePanel } from './FreezePanel'
import { GameHead } from './GameHead'
import { fieldsOf } from './game-form'
import { loadGameHead } from './head'
import { InfoMain, InfoSide } from './InfoFields'
import { InfoParts } from './InfoParts'
import { infoForms } from './info-forms'
import { PausePanel } from './PausePanel'
import { PosterForm } from './PosterPanel'
import { ResultsPanel } from './ResultsPanel'

export const links = () => [{ rel: 'stylesheet', href: adminStyles }]

export const loader = page('settings', async (args) => {
  const { services, ctx, params, url, publicUrl } = args
  const id = idOf(params.id)
  const [{ game, heading }, removal] = await Promise.all([
    loadGameHead(args),
    services.games.removal(ctx, id)
  ])
  const { poster, publicKey, hidden, acceptWithoutReview, practiceMode, solo, feedback, writeupRequired } =
    game
  const rules = { hidden, acceptWithoutReview, practiceMode, solo, feedback, writeupRequired }
  const { version } = game
  const now = ctx.now.getTime()
  const pausing = { last: game.pause, now }
  const { freeze, revealed, revealAfter } = game
  const freezing = { freeze, revealed, revealAfter, now }
  return {
    freezing,
    pausing,
    title: game.title,
    heading,
    fields: fieldsOf(game),
    version,
    rules,
    questions: game.registrationFields.length,
    poster,
    publicKey,
    ctftime: new URL(`/api/game/${game.id}/ctftime`, publicUrl ?? url).href,
    removal
  }
})

export const action = infoForms

export default function Info() {
  const {
    freezing,
    pausing,
    title,
    heading,
    fields,
    version,
    rules,
    questions,
    poster,
    publicKey,
    ctftime,
    removal
  } = useLoaderData<typeof loader>()
  const t = useText()
  const href = `/admin/games/${heading.id}/Info`
  return (
    <AdminFrame>
      <GameHead
        heading={heading}
        tab="Info"
        title={title}
        badges={
          <>
            <GameStateBadge state={heading.state} paused={pauseAt(pausing.last, pausing.now) !== null} />
            {heading.hidden && (
              <Badge tone="outline" dot>
                {t('admin:state.hidden')}
              </Badge>
            )}
          </>
        }
        actions={
          <>
            <a className="btn" href={`/games/${heading.id}`}>
              <EyeIcon />
              {t('admin:view')}
            </a>
            <a className="btn" href={`#${EXPORT_ANCHOR}`}>
              <DownloadIcon />
              {t('transfer:export')}
            </a>
            <a className="btn" href={`/admin/games/${heading.id}/Suitcase`}>
              <FileArchiveIcon />
              {t('suitcase:title')}
            </a>
            <form method="post" action={`/admin/games/${heading.id}/Rehearsal`}>
              <input type="hidden" name="intent" value="start" />
              <button type="submit" className="btn" title={t('rehearsals:start_text')}>
                <ActivityIcon />
                {t('rehearsals:rehearse')}
              </button>
            </form>
          </>
        }
      />
      <InfoParts pauses={heading.state === 'running'} />
      <EditForm
        href={href}
        version={version}
        main={
          <InfoMain
            fields={fields}
            started={heading.state !== 'upcoming'}
            questions={{ href: `/admin/games/${heading.id}/Questions`, count: questions }}
          />
        }
        side={<InfoSide {...{ fields, rules, title, poster, publicKey, ctftime }} />}
      />
      <PosterForm href={href} />
      <div className="save-after stack-16">
        {heading.state === 'running' && <PausePanel href={href} {...pausing} />}
        <FreezePanel gameId={heading.id} {...freezing} ended={isOver(heading.state)} />
        <ResultsPanel
          gameId={heading.id}
          final={
            isOver(heading.state) &&
            !heading.hidden &&
            (freezing.freeze === null || freezing.revealed !== null)
          }
        />
        <ExportPanel gameId={heading.id} href={href} />
        <DangerZone id={heading.id} removal={removal} />
      </div>
    </AdminFrame>
  )
}
