/**
 * The host that published ports of an engine are reached by. `unix://10.0.0.2/var/run/docker.sock` is a socket of the
 * machine that others reach at 10.0.0.2; without an address, everything runs on that machine.
 * Rule: docs/rules/instances.md#several-engines
 */
export function engineHost(address: string): string {
  if (isOnlyHere(address)) return '127.0.0.1'
  return new URL(address.replace(/^(tcp|unix):/, 'http:')).hostname.replace(/^\[|\]$/g, '')
}

/** A socket of the jobs process's machine: no TLS is spoken there, and the firewall of its instances is that machine's. */
export const isSocket = (address: string): boolean => address.startsWith('unix:')

/** A socket of this machine that other machines know no way to. */
export const isOnlyHere = (address: string): boolean => address.startsWith('unix:///')
