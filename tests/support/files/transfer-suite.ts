import { Readable } from 'node:stream'
import { afterAll, beforeAll } from 'vitest'
import { importOptions } from '~/server/transfer/contract'
import { type Domain, openDomain } from '../domain'
import { archiveFolder } from './archives'

/** Imports of archives, for all tests of a file. */
export function openTransferSuite() {
  let domain: Domain
  const kept = archiveFolder()

  beforeAll(async () => {
    domain = await openDomain()
  })
  afterAll(async () => {
    kept.remove()
    await domain.close()
  })

  const options = (more: object = {}) => importOptions.parse(more)
  const bring = async (content: Buffer, more: object = {}, name = 'Cup.zip') =>
    domain.services.transfer.import(domain.admin, { path: kept.write(content), name }, options(more))
  const count = async (table: string) =>
    (await domain.stores.db.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`)).rows[0]!.n

  const upload = async (content: string | Buffer, name: string) => {
    const staged = await domain.services.assets.receive(Readable.from([Buffer.from(content)]), 1 << 24)
    const [file] = await domain.services.assets.upload(domain.admin, [
      { ...staged, field: 'file', name, claimed: '' }
    ])
    return file!.hash
  }

  return {
    kept,
    options,
    bring,
    count,
    upload,
    get domain() {
      return domain
    }
  }
}
