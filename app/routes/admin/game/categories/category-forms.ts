import { z } from 'zod'
import { redirectWith } from '~/app/request/flash'
import { forms, oneForm } from '~/app/request/forms'
import { idOf } from '~/app/request/ids'
import type { PageArgs } from '~/app/request/page'
import { categoryInput } from '~/server/categories/contract'
import { idParam } from '~/server/platform/wire'

const done = ({ url }: Pick<PageArgs, 'url'>, name: string) =>
  redirectWith(url.pathname, { tone: 'ok', key: `categories:${name}` })

const fields = { 'category.name_taken': 'name' }

export const categoryForms = forms({
  add: oneForm({
    act: 'challenges',
    schema: categoryInput,
    fields,
    async run(args) {
      await args.services.categories.add(args.ctx, idOf(args.params.id), args.input)
      return done(args, 'added')
    }
  }),

  change: oneForm({
    act: 'challenges',
    schema: categoryInput.extend({ id: idParam }),
    fields,
    async run(args) {
      const { id, ...category } = args.input
      await args.services.categories.change(args.ctx, idOf(args.params.id), id, category)
      return done(args, 'saved')
    }
  }),

  remove: oneForm({
    act: 'challenges',
    schema: z.object({ id: idParam }),
    async run(args) {
      await args.services.categories.remove(args.ctx, idOf(args.params.id), args.input.id)
      return done(args, 'removed')
    }
  })
})
