import { json } from '@remix-run/node'
import { z } from 'zod'
import { markdown } from '~/app/components/markdown/render-markdown'
import { type FormState, oneForm } from '~/app/request/forms'
import type { GameAction } from '~/server/access/constants'
import type { Draft } from './draft-state'

const entries = z.record(z.string(), z.unknown())

/** Text entries of a form; files and lists are left out. */
export const textsOf = (form: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(form).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  )

/** A button that returns the form after `change`, without saving; `act` null: for administrators of the platform. */
export const draftForm = (act: GameAction | null, change: (values: FormState['values']) => Partial<Draft>) =>
  oneForm({
    ...(act ? { act } : { role: 'Admin' as const }),
    schema: entries,
    run({ input }) {
      const values = textsOf(input)
      const draft: Draft = { intent: 'save', values, errors: {}, message: null }
      return json({ ...draft, ...change(values) })
    }
  })

export const previewForm = (act: GameAction | null) =>
  draftForm(act, ({ content = '' }) => ({ preview: markdown(content) }))
