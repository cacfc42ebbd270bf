import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface CaptchaRequest {
  method: string
  fields: Record<string, string>
}

export interface CaptchaProvider {
  url: string
  asked: CaptchaRequest[]
  /** The next replies: a body, a redirect, 'hang', or 'break' for invalid JSON. */
  answer: object | { status: 301 | 302 | 307 | 308; location: string } | 'hang' | 'break'
  close(): Promise<void>
}

async function read(req: IncomingMessage): Promise<Record<string, string>> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  return text ? (JSON.parse(text) as Record<string, string>) : {}
}

export async function openCaptchaProvider(): Promise<CaptchaProvider> {
  const server = createServer(async (req, res) => {
    const { searchParams } = new URL(req.url ?? '/', 'http://provider')
    const fields = { ...Object.fromEntries(searchParams), ...(await read(req)) }
    provider.asked.push({ method: req.method ?? '', fields })
    if (provider.answer === 'hang') return
    if (provider.answer === 'break') return void res.writeHead(502).end('<html>Bad gateway</html>')
    if ('location' in provider.answer)
      return void res.writeHead(provider.answer.status, { Location: provider.answer.location }).end()
    res.end(JSON.stringify(provider.answer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const provider: CaptchaProvider = {
    url: `http://127.0.0.1:${port}/verify`,
    asked: [],
    answer: { success: true, score: 0.9 },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
  return provider
}
