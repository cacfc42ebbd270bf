// The yardstick: a bare node:http.
import { createServer } from 'node:http'

const server = createServer((_req, res) => {
  res.setHeader('Content-Type', 'application/json')
  res.setHeader('Content-Length', 11)
  res.end('{"ok":true}')
})
server.listen(0, '127.0.0.1', () => process.send(server.address().port))
process.on('disconnect', () => process.exit(0))
