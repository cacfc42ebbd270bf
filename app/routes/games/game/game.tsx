import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { Main } from '~/app/components/shell/Main'
import { useText } from '~/app/i18n/text'
import { redirectWith } from '~/app/request/flash'
import { forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { type PageArgs, page } from '~/app/request/page'
import { useShell } from '~/app/request/page/shell'
import { Slot } from '~/app/request/page/slot'
import type { Templated } from '~/app/request/page/template'
import styles from '~/app/styles/patterns/game-page.css?url'
import { gamePhase } from '~/server/games/contract'
import { aloneInput, joinInput } from '~/server/participations/contract'
import { ANSWER_ERRORS, collectAnswers } from './answer-form'
import { findGame, type GamePageView, gamePage } from './game-view'
import { hasForms } from './JoinPanel'
import { asideOf, barOf, columnOf, courseOf, heroOf, newsOf, panelOf } from './parts'

export const links = () => [{ rel: 'stylesheet', href: styles }]

export const loader = page(async (args) => gamePage(args, await findGame(args)))

/** Everything depends on the reader, but consists of shared parts. */
export const templated: Templated<GamePageView> = {
  reader: 'anybody',
  async load(args) {
    const { now, actor } = args.ctx
    const game = await findGame(args)
    const phase = gamePhase({ start: new Date(game.start), end: new Date(game.end) }, now)
    return hasForms(game, phase, actor === null) ? null : gamePage(args, game)
  },
  frame: ({ title, description, picture }) => ({ title, description, picture }),
  slots: {
    bar: barOf,
    hero: heroOf,
    course: courseOf,
    news: newsOf,
    panel: panelOf,
    column: columnOf,
    aside: asideOf
  }
}

/** The fields that errors of joining are about (docs/rules/participation.md#joining). */
const FIELDS = {
  'game.invite_code_invalid': 'inviteCode',
  'game.invite_code_required': 'inviteCode',
  'game.organization_invalid': 'organization',
  'game.division_unproven': 'organization',
  'game.not_team_member': 'teamId',
  'game.team_name_taken': 'teamId',
  'game.team_member_limit_exceeded': 'teamId',
  ...ANSWER_ERRORS
}

/** Back to the game, with what became of the registration. */
async function joined({ services, ctx }: Pick<PageArgs, 'services' | 'ctx'>, id: number) {
  const { status } = await services.games.one(ctx, id)
  const accepted = status === 'Accepted'
  const key = accepted ? 'games:join.done_accepted' : 'games:join.done_pending'
  return redirectWith(`/games/${id}`, { tone: accepted ? 'ok' : 'info', key })
}

const joinForm = oneForm({
  role: 'User',
  schema: z.preprocess(
    collectAnswers,
    joinInput.extend({
      teamId: z
        .string({ error: 'field.team_required' })
        .regex(/^\d{1,9}$/, 'field.team_required')
        .transform(Number)
    })
  ),
  fields: FIELDS,
  async run({ params, input, ...args }) {
    const id = idOf(params.id)
    await args.services.participations.join(args.ctx, id, input)
    return joined(args, id)
  }
})

const aloneForm = oneForm({
  role: 'User',
  schema: z.preprocess(collectAnswers, aloneInput),
  fields: FIELDS,
  async run({ params, input, ...args }) {
    const id = idOf(params.id)
    await args.services.participations.joinAlone(args.ctx, id, input)
    return joined(args, id)
  }
})

const leaveForm = oneForm({
  role: 'User',
  schema: z.object({}),
  async run({ services, ctx, params }) {
    const id = idOf(params.id)
    await services.participations.leave(ctx, id)
    return redirectWith(`/games/${id}`, { tone: 'info', key: 'games:join.left' })
  }
})

export const action = forms({ join: joinForm, alone: aloneForm, leave: leaveForm })

export default function GamePage() {
  const data = useLoaderData<typeof loader>()
  const viewer = useShell()?.viewer ?? null
  const t = useText()
  return (
    <>
      <Slot name="bar">{() => barOf(data, { viewer })}</Slot>
      <Main hero={<Slot name="hero">{() => heroOf(data)}</Slot>}>
        <Slot name="course">{() => courseOf(data)}</Slot>
        <div className="game-page">
          <aside className="first" aria-label={t('games:join.steps')}>
            <Slot name="news">{() => newsOf(data, { viewer })}</Slot>
            <Slot name="panel">{() => panelOf(data)}</Slot>
          </aside>
          <Slot name="column">{() => columnOf(data)}</Slot>
          <Slot name="aside">{() => asideOf(data)}</Slot>
        </div>
      </Main>
    </>
  )
}
