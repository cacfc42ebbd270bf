import { afterAll, beforeAll, expect, it } from 'vitest'
import { foldedSql, foldText } from '~/server/platform/folding'
import { openStores, type Stores } from '../../support/stores/stores'

let stores: Stores
beforeAll(async () => {
  stores = await openStores()
})
afterAll(() => stores?.close())

it('Postgres and JavaScript find the same names by the same text', async () => {
  const names = [
    'Zoë Ångström',
    'ĐÀ NẴNG',
    'ﬁne ﬂag',
    'Ⅳ ½',
    'Пётр Йод',
    'Ὀδυσσεύς',
    '한국어',
    'カタカナ',
    'हिन्दी',
    'x̷y'
  ]
  const { rows } = await stores.db.pool.query<{ folded: string }>(
    `SELECT ${foldedSql('name')} AS folded FROM unnest($1::text[]) WITH ORDINALITY AS given(name, place) ORDER BY place`,
    [names]
  )
  expect(rows.map((row) => row.folded)).toEqual(names.map(foldText))
})
