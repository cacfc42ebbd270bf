import { useLoaderData, useLocation } from '@remix-run/react'
import { z } from 'zod'
import { TextareaField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { Panel } from '~/app/components/Panel'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { redirectWith } from '~/app/request/flash'
import { emptyState, useFormState } from '~/app/request/form-state'
import { form } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { type PageArgs, page } from '~/app/request/page'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import correctionStyles from '~/app/styles/patterns/corrections.css?url'
import { type CorrectionInput, correctionApply } from '~/server/corrections/contract'
import { AppError, isAppError } from '~/server/platform/errors'
import { AdminFrame } from '../../AdminFrame'
import { GameHead } from '../GameHead'
import { loadGameHead } from '../head'
import { CorrectionForm } from './CorrectionForm'
import { correctionQueryOf, kindOf, refusedBy } from './correction-query'
import { Effect } from './Effect'
import { Ends } from './Ends'

export const links = () => [adminStyles, correctionStyles].map((href) => ({ rel: 'stylesheet', href }))

const listOf = (gameId: number) => `/admin/games/${gameId}/Corrections`

/** Correction to undo; null for a new one. */
const undoneBy = (search: URLSearchParams) => (search.has('undo') ? idOf(search.get('undo') ?? '') : null)

/** A correction that is not possible is one to change in its form. */
async function previewOf(args: PageArgs, gameId: number, input: CorrectionInput | null) {
  if (!input) return { preview: null, refused: null }
  const { services, ctx } = args
  try {
    return { preview: await services.corrections.preview(ctx, gameId, input), refused: null }
  } catch (error) {
    return { preview: null, refused: refusedBy(error, args) }
  }
}

export const loader = page('corrections', async (args) => {
  const { services, ctx, url, t } = args
  const { game, heading } = await loadGameHead(args)
  const frozen =
    game.freeze !== null && game.revealed === null && Date.parse(game.freeze) <= ctx.now.getTime()
  const number = undoneBy(url.searchParams)
  const kind = kindOf(url.searchParams)
  const sent = { ...emptyState(), values: Object.fromEntries(url.searchParams) }
  const shown = { heading, frozen, number, kind }
  if (number !== null) {
    const title = t('corrections:undo_title', { number })
    const preview = await services.corrections.previewUndo(ctx, game.id, number).catch((error) => {
      // Somebody else was faster.
      if (!isAppError(error) || error.status !== 400) throw error
      throw redirectWith(listOf(game.id), { tone: 'bad', key: `errors:${error.code}` })
    })
    return { title, ...shown, challenges: [], teams: [], divisions: [], state: null, preview }
  }
  const [challenges, teams, requested] = await Promise.all([
    services.corrections.challenges(ctx, game.id),
    services.corrections.teams(ctx, game.id),
    correctionQueryOf(args, game.id)
  ])
  const title = t(`corrections:kind.${kind}`)
  const { preview, refused } = await previewOf(args, game.id, requested.input)
  const divisions = game.organizations ?? []
  const state = requested.state ?? refused ?? sent
  return { title, ...shown, challenges, teams, divisions, state, preview }
})

const applied = correctionApply.pick({ reason: true, digest: true })

export const action = form({
  act: 'corrections',
  schema: applied.extend({ announce: z.literal('true').optional(), keep: z.literal('true').optional() }),
  async run(args) {
    const { services, ctx, url, params, input } = args
    const gameId = idOf(params.id)
    const number = undoneBy(url.searchParams)
    const { announce, keep, ...given } = input
    if (number !== null) {
      await services.corrections.undo(ctx, gameId, number, given)
      return redirectWith(listOf(gameId), { tone: 'ok', key: 'corrections:undone_done' })
    }
    const { input: correction } = await correctionQueryOf(args, gameId)
    if (!correction) throw new AppError('correction.nothing')
    const asked = { correction, announce: announce === 'true', ...given }
    if (keep === 'true') {
      await services.corrections.drafts.propose(ctx, gameId, asked)
      return redirectWith(listOf(gameId), { tone: 'ok', key: 'corrections:draft.kept' })
    }
    await services.corrections.apply(ctx, gameId, asked)
    return redirectWith(listOf(gameId), { tone: 'ok', key: 'corrections:applied' })
  }
})

interface ApplyProps {
  digest: string
  undo: boolean
  frozen: boolean
  /** The correction needs a second person. */
  second: boolean
}

function Apply({ digest, undo, frozen, second }: ApplyProps) {
  const t = useText()
  const here = useLocation()
  const state = useFormState()
  return (
    <form className="stack-16" method="post" action={here.pathname + here.search}>
      <FormMessage state={state} />
      <input type="hidden" name="digest" value={digest} />
      <TextareaField
        name="reason"
        label={t('corrections:reason')}
        hint={t(frozen ? 'corrections:reason_hint_frozen' : 'corrections:reason_hint')}
        state={state}
        rows={3}
        maxLength={500}
        required
        spellCheck
      />
      {!undo && (
        <div>
          <label className="check">
            <input
              type="checkbox"
              name="announce"
              value="true"
              defaultChecked={state ? 'announce' in state.values : !frozen}
            />
            {t('corrections:announce')}
          </label>
          {frozen && <p className="hint">{t('corrections:announce_frozen')}</p>}
        </div>
      )}
      {second && <p>{t('corrections:draft.for_another')}</p>}
      <div className="row">
        {!second && (
          <button type="submit" className="btn primary">
            {t(undo ? 'corrections:undo' : 'corrections:apply')}
          </button>
        )}
        {!undo && (
          <button type="submit" className={second ? 'btn primary' : 'btn'} name="keep" value="true">
            {t(second ? 'corrections:draft.propose' : 'corrections:draft.keep')}
          </button>
        )}
      </div>
    </form>
  )
}

export default function Preview() {
  const { title, heading, frozen, number, kind, challenges, teams, divisions, state, preview } =
    useLoaderData<typeof loader>()
  const t = useText()
  const { number: figure } = useFormat()
  const list = listOf(heading.id)
  const undo = number !== null
  const apply = preview && (
    <Panel title={t(undo ? 'corrections:undo' : 'corrections:apply')}>
      <Apply digest={preview.digest} second={!undo && preview.second} {...{ undo, frozen }} />
    </Panel>
  )
  return (
    <AdminFrame>
      <GameHead
        heading={heading}
        tab="Corrections"
        title={title}
        badges={<span className="sub">{t('corrections:nothing_yet')}</span>}
        crumbs={[{ href: list, text: t('corrections:title') }, { text: title }]}
      />
      <div className="correct">
        <div className="stack-16">
          {!undo && (
            <Panel title={t('corrections:what')} body="stack-16">
              <CorrectionForm {...{ kind, challenges, teams, divisions, state }} gameId={heading.id} />
            </Panel>
          )}
        </div>
        <div className="stack-16">
          {preview?.empty && <p className="empty">{t('corrections:empty')}</p>}
          {preview && <Ends ends={preview.ends} />}
          {preview && preview.instances > 0 && (
            <p>{t('corrections:incident.living', { n: figure(preview.instances) })}</p>
          )}
          {preview && !preview.empty && <Effect effect={preview.effect}>{apply}</Effect>}
          {preview?.empty && undo && apply}
        </div>
      </div>
    </AdminFrame>
  )
}
