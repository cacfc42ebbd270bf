import { expect, it } from 'vitest'
import { engineEditForm, engineForm } from './engine-schema'

const SENT = { kind: 'docker', address: 'tcp://10.0.0.7:2376', places: '4' }

it('an edited engine has its id and the settings that a new one would have', () => {
  const sent = { intent: 'edit_engine', engine: '7', ...SENT }
  const edited = engineEditForm.safeParse(sent)
  expect(edited.data).toEqual({ id: 7, settings: engineForm.parse(sent) })
  expect(edited.data?.settings).toMatchObject({ address: SENT.address, namespace: null })
})

it('what is wrong in an edited engine is told at its field', () => {
  const wrong = engineEditForm.safeParse({ engine: 'x', ...SENT, address: '' })
  expect(wrong.error?.issues.map(({ path }) => path[0])).toEqual(['engine', 'address'])
})
