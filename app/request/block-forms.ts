import { z } from 'zod'
import { announceEntries, announceIn } from '~/app/request/announce'
import { redirectWith } from '~/app/request/flash'
import { oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import { type PageArgs, pathOf } from '~/app/request/page'
import { blockInput } from '~/server/blocks/contract'

/** The forms of BlockPanel, which return to its page; `challengeOf` tells the challenge of a request. */
export const blockForms = (challengeOf: (args: PageArgs) => number) => ({
  /** Has the challenge take no flags while it is broken. */
  block: oneForm({
    act: 'blocks',
    schema: z.object({ reason: blockInput.shape.reason, ...announceEntries }),
    async run(args) {
      const { services, ctx, params } = args
      const { reason, ...boxes } = args.input
      const announce = announceIn(boxes)
      await services.flagBlocks.block(ctx, idOf(params.id), challengeOf(args), { reason, announce })
      return redirectWith(pathOf(args), { tone: 'ok', key: 'flags:block.saved' })
    }
  }),
  unblock: oneForm({
    act: 'blocks',
    schema: z.object({}),
    async run(args) {
      const { services, ctx, params } = args
      await services.flagBlocks.unblock(ctx, idOf(params.id), challengeOf(args))
      return redirectWith(pathOf(args), { tone: 'ok', key: 'flags:block.over' })
    }
  })
})
