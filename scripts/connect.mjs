// npm run -s connect -- URL: stdin and stdout through a tunnel to an instance, like nc.
import { requireNode } from './lib/require-node.mjs'

requireNode()
const { WebSocket, createWebSocketStream } = await import('ws')

const given = process.argv[2]
if (!given || !URL.canParse(given) || !/^(ws|http)s?:\/\//.test(given)) {
  process.stderr.write('usage: npm run -s connect -- wss://ctf.example.org/api/proxy/…\n')
  process.exit(2)
}
/** @param {string} reason */
const fail = (reason) => {
  process.stderr.write(`${reason}\n`)
  process.exit(1)
}
const socket = new WebSocket(given.replace(/^http/, 'ws'), { perMessageDeflate: false })
socket.once('unexpected-response', (_, { statusCode }) =>
  fail(
    statusCode === 404 ? 'This address opens nothing, or no more.' : `The platform answered ${statusCode}.`
  )
)
socket.once('error', ({ message }) => fail(`The platform could not be reached: ${message}`))
const stream = createWebSocketStream(socket)
stream.on('error', ({ message }) => fail(message))
// `end` comes after the last bytes; the close of the socket may come before them.
stream.once('end', () => process.exit(0))
stream.pipe(process.stdout)
process.stdin.pipe(stream)
