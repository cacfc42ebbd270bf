export interface Answer<T = unknown> {
  status: number
  body: T
  headers: Headers
}

/** A client of the HTTP API with a cookie of its own. */
export class Client {
  cookie = ''

  constructor(
    readonly url: string,
    readonly headers: Record<string, string> = {}
  ) {}

  async call<T = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {}
  ): Promise<Answer<T>> {
    const answer = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(this.cookie ? { Cookie: this.cookie } : {}),
        ...this.headers,
        ...headers
      },
      body: body === undefined ? undefined : JSON.stringify(body)
    })
    const [set] = answer.headers.getSetCookie().filter((cookie) => cookie.startsWith('halyard_session='))
    if (set) this.cookie = set.split(';')[0]!
    const text = await answer.text()
    const json = /^application\/(problem\+)?json/.test(answer.headers.get('content-type') ?? '')
    return {
      status: answer.status,
      body: (json && text ? JSON.parse(text) : text) as T,
      headers: answer.headers
    }
  }

  /** The body of a reply that must be 200. */
  async ok<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.call<T>(method, path, body)
    if (answer.status !== 200)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  login(userName: string, password: string) {
    return this.ok('POST', '/api/account/login', { userName, password })
  }

  register(userName: string, password = 'a pass word') {
    return this.ok('POST', '/api/account/register', { userName, password, email: `${userName}@example.org` })
  }
}

/** A client that keeps every cookie, as a browser does. */
export class CookieClient extends Client {
  override async call<T = unknown>(...given: Parameters<Client['call']>): Promise<Answer<T>> {
    const before = this.cookie
    const answer = await super.call<T>(...given)
    const pairs = [
      ...before.split('; ').filter(Boolean),
      ...answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]!)
    ]
    const jar = new Map(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair]))
    this.cookie = [...jar.values()].filter((pair) => !pair.endsWith('=')).join('; ')
    return answer
  }

  has(name: string): boolean {
    return this.cookie.split('; ').some((pair) => pair.startsWith(`${name}=`))
  }
}
