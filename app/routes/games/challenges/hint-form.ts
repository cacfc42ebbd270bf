import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { hrefOf, readQuery } from '~/app/islands/challenges/query'
import { oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { RATES } from '~/server/limits/contract'
import { idParam } from '~/server/platform/wire'

/** Buys a hint without script; the response is the page with its text. */
export const hintForm = oneForm({
  role: 'User',
  rate: RATES.write,
  schema: z.object({ challengeId: idParam, hintId: idParam }),
  async run({ services, ctx, params, url, input: { challengeId, hintId } }) {
    const id = idOf(params.id)
    await services.hints.buy(ctx, id, challengeId, hintId)
    const query = readQuery(url.searchParams)
    return redirect(hrefOf(id, { ...query, open: challengeId, submission: null }), 303)
  }
})
