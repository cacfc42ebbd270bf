import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { hrefOf, readQuery } from '~/app/islands/challenges/query'
import { countInstanceCall } from '~/app/request/api/instance-rate'
import { oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import type { PageArgs } from '~/app/request/page'
import { RATES } from '~/server/limits/contract'
import { idParam } from '~/server/platform/wire'

const schema = z.object({ challengeId: idParam })

const formOf = (act: (args: PageArgs, gameId: number, challengeId: number) => Promise<unknown>) =>
  oneForm({
    role: 'User',
    rate: RATES.container,
    schema,
    async run(args) {
      const gameId = idOf(args.params.id)
      const { challengeId } = args.input
      await countInstanceCall(args, gameId, challengeId)
      await act(args, gameId, challengeId)
      const query = readQuery(args.url.searchParams)
      return redirect(hrefOf(gameId, { ...query, open: challengeId, submission: null }), 303)
    }
  })

/** Forms of the instance box, by `intent`. They do not wait for a start, whose progress the page shows. */
export const instanceForms = {
  create: formOf(({ services, ctx }, ...place) => services.instances.request(ctx, ...place)),
  extend: formOf(({ services, ctx }, ...place) => services.instances.extend(ctx, ...place)),
  destroy: formOf(({ services, ctx }, ...place) => services.instances.destroy(ctx, ...place))
}
