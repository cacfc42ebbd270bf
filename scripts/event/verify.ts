import { createHash, createPublicKey, verify } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { type Crypto, type VerifiedLedger, verifyLedgerFile } from '~/scoring/rules/ledger-file'
import { count, plural, print, UserError } from '../shared/output'

/** The verifier's functions in Node. */
export const NODE_CRYPTO: Crypto = {
  sha256: async (bytes) => createHash('sha256').update(bytes).digest('hex'),
  async signed(publicKey, text, signature) {
    const x = Buffer.from(publicKey, 'base64').toString('base64url')
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
  }
}

/** Reads a file, or the address of a platform's ledger. @throws UserError */
async function bytesOf(source: string): Promise<Readable> {
  if (!/^https?:\/\//.test(source)) return createReadStream(source)
  const answer = await fetch(source).catch((error: Error) => {
    throw new UserError(`${source} does not answer: ${error.message}`)
  })
  if (!answer.ok || !answer.body) throw new UserError(`${source} answers ${answer.status}.`)
  return Readable.fromWeb(answer.body as ReadableStream<Uint8Array>)
}

const FAULTS: Record<NonNullable<VerifiedLedger['fault']>['what'], string> = {
  place: 'stands in the wrong place, or an entry is missing before it',
  hash: 'was changed: its hash is another',
  entry: 'cannot be read',
  head: 'is not where the ledger says that it ends',
  signature: 'is the end, and its signature is not by the key of the game',
  outside: 'is right, but the names or times of the file were changed: their signature is another',
  checkpoint: 'was another when its checkpoint was signed, or the checkpoint is not by the key of the game'
}

/** Checks a ledger and prints its board. @returns exit code: 1 when a check fails */
export async function verifyLedger(source: string): Promise<number> {
  const input = await bytesOf(source)
  const broken = new Promise<never>((_, reject) => input.once('error', reject))
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  const found = await Promise.race([verifyLedgerFile(lines, NODE_CRYPTO), broken]).catch((error: Error) => {
    throw new UserError(`${source} cannot be read: ${error.message}`)
  })
  if (found.fault) {
    print(`BAD  entry ${count(found.fault.seq)} ${FAULTS[found.fault.what]}`)
    return 1
  }
  const { title, entries, checkpoints, signed, outsideSigned, state, names } = found
  for (const { rank, score, id, solved } of state.ranking)
    print([rank, score, solved, names.teams[id] ?? `#${id}`].join('\t'))
  const counts = `${plural(entries, 'entry', 'entries')}, ${plural(checkpoints, 'checkpoint')}`
  const doubts = [
    signed ? '' : ', the end is not signed',
    outsideSigned ? '' : ', names and times are not signed'
  ]
  print(`OK  ${title}: ${counts}${doubts.join('')}`)
  return 0
}
