import { redirect } from '@remix-run/node'
import { hrefOf, readQuery } from '~/app/islands/challenges/query'
import { oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { RATES } from '~/server/limits/contract'
import { claimForm as fields } from '../workspace/claim-fields'

/** Says who works on the challenge; the response is the challenge. */
export const claimForm = oneForm({
  role: 'User',
  rate: RATES.write,
  schema: fields,
  async run({ services, ctx, params, url, input: { challengeId, on } }) {
    const id = idOf(params.id)
    await services.workspaces.claim(ctx, id, challengeId, on)
    const query = readQuery(url.searchParams)
    return redirect(hrefOf(id, { ...query, open: challengeId, part: 'text', submission: null }), 303)
  }
})
