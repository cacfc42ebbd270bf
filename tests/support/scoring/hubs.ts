import { HttpTransportType, type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr'

const MESSAGES = ['ReceivedGameNotice', 'ReceivedGameEvent', 'ReceivedSubmissions', 'ReceivedLog']

export interface HubClient {
  connection: HubConnection
  received: { target: string; message: unknown }[]
  of(target: string): unknown[]
  /** Resolves with the server's error, or undefined. */
  closed: Promise<Error | undefined>
}

export interface HubOptions {
  cookie?: string
  transport?: keyof typeof HttpTransportType
  skipNegotiation?: boolean
  headers?: Record<string, string>
  /** Waits before each reconnection, in milliseconds. */
  reconnect?: number[]
}

/** Connects with the library that other clients use. @param path such as `user?game=1` */
export async function joinHub(
  url: string,
  path: string,
  { cookie, transport, skipNegotiation, headers, reconnect }: HubOptions = {}
): Promise<HubClient> {
  const builder = new HubConnectionBuilder().configureLogging(LogLevel.None).withUrl(`${url}/hub/${path}`, {
    headers: { ...headers, ...(cookie && { Cookie: cookie }) },
    transport: HttpTransportType[transport ?? 'WebSockets'],
    skipNegotiation: skipNegotiation ?? false
  })
  const connection = (reconnect ? builder.withAutomaticReconnect(reconnect) : builder).build()
  const received: HubClient['received'] = []
  for (const target of MESSAGES)
    connection.on(target, (...messages) => {
      for (const message of messages) received.push({ target, message })
    })
  const closed = new Promise<Error | undefined>((resolve) => connection.onclose(resolve))
  await connection.start()
  const of = (target: string) => received.filter((one) => one.target === target).map(({ message }) => message)
  return { connection, received, of, closed }
}
