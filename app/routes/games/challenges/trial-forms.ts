import { json, redirect } from '@remix-run/node'
import { z } from 'zod'
import { hrefOf, readQuery } from '~/app/islands/challenges/query'
import { oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import type { PageArgs } from '~/app/request/page'
import { RATES } from '~/server/limits/contract'
import { idParam } from '~/server/platform/wire'
import { flagSubmitInput } from '~/server/submissions/contract'

const here = ({ url }: PageArgs, gameId: number, open: number) =>
  hrefOf(gameId, { ...readQuery(url.searchParams), open, submission: null })

const testForm = (act: (args: PageArgs, gameId: number, challengeId: number) => Promise<unknown>) =>
  oneForm({
    act: 'challenges',
    rate: RATES.container,
    schema: z.object({ challengeId: idParam }),
    async run(args) {
      const gameId = idOf(args.params.id)
      await act(args, gameId, args.input.challengeId)
      return redirect(here(args, gameId, args.input.challengeId), 303)
    }
  })

export const trialForms = {
  /** A flag without script; the response is the page with the verdict, so that no address holds the flag. */
  trial: oneForm({
    act: 'challenges',
    rate: RATES.flag,
    schema: flagSubmitInput.extend({ challengeId: idParam }),
    async run({ services, ctx, params, input: { challengeId, flag } }) {
      const verdict = await services.challenges.tryFlag(ctx, idOf(params.id), challengeId, flag)
      return json({ intent: 'tried', verdict })
    }
  }),
  start: testForm(({ services, ctx }, ...place) => services.instances.requestTest(ctx, ...place)),
  stop: testForm(({ services, ctx }, ...place) => services.instances.destroyTest(ctx, ...place))
}
