/** The host that published ports of an engine are reached by from here. */
export function engineHost(address: string): string {
  return address.startsWith('unix:') ? '127.0.0.1' : new URL(address.replace(/^tcp:/, 'http:')).hostname
}
