/** Where no instance may connect to, whatever its egress: addresses that are not of the internet. */
export const CLOSED_RANGES = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4'
] as const

/** Beginnings of the names of instances' network interfaces: `hal-` without a way to the internet, `hai-` with one. */
const INTERFACES = ['hal-+', 'hai-+'] as const

/** Chains of every install on this machine; each keeps its own rules in the last. */
export const CHAINS = {
  input: 'HALYARD-INPUT',
  forward: 'HALYARD-FORWARD',
  /** Hosts that single instances may connect to. Without any rule it lets nothing pass. */
  hosts: 'HALYARD-HOSTS'
} as const

/** Which chain of the system leads to which of ours. Docker puts DOCKER-USER above its own rules whenever it writes them. */
export const JUMPS = [
  ['INPUT', CHAINS.input],
  ['FORWARD', CHAINS.forward],
  ['DOCKER-USER', CHAINS.forward]
] as const

/** The rules that lead packets of instances from a chain of the system to one of ours. */
export const jumpsTo = (target: string) => INTERFACES.map((name) => `-i ${name} -j ${target}`)

/** What an instance may send to this machine itself: answers. */
const INPUT_RULES = [
  '-m conntrack --ctstate ESTABLISHED -j ACCEPT',
  '-p icmp -m conntrack --ctstate RELATED -j ACCEPT',
  '-j DROP'
]

/** What an instance may send through this machine. RETURN leaves the packet to the rules of Docker and of the operator. */
const forwardRules = (pool: string, bridged: boolean) => [
  '-m conntrack --ctstate ESTABLISHED -j RETURN',
  '-p icmp -m conntrack --ctstate RELATED -j RETURN',
  // Between containers of one instance; only seen here when the kernel shows bridged packets to the firewall.
  ...(bridged ? [BRIDGED] : []),
  ...INTERFACES.map((name) => `-o ${name} -j DROP`),
  // Published ports of this machine: they were led to another container.
  '-m conntrack --ctstate DNAT -j DROP',
  ...[...CLOSED_RANGES, pool].map((range) => `-d ${range} -j DROP`),
  '-i hai-+ -j RETURN',
  `-j ${CHAINS.hosts}`,
  '-j DROP'
]

const chain = (name: string, rules: readonly string[]) => [
  `:${name} - [0:0]`,
  ...rules.map((rule) => `-A ${name} ${rule}`)
]

/**
 * Our chains with nothing of old in them, as lines for `iptables-restore --noflush`.
 * @param bridged the kernel shows bridged packets to the firewall (br_netfilter)
 */
export const chainsV4 = (pool: string, bridged: boolean): string[] => [
  ...chain(CHAINS.input, INPUT_RULES),
  ...chain(CHAINS.forward, forwardRules(pool, bridged))
]

/** As chainsV4, for `ip6tables-restore`: instances have no IPv6. */
export const chainsV6 = (): string[] => [
  ...chain(CHAINS.input, ['-j DROP']),
  ...chain(CHAINS.forward, ['-j DROP'])
]

/** A table for `iptables-restore`. */
export const filterTable = (lines: readonly string[]): string =>
  ['*filter', ...lines, 'COMMIT', ''].join('\n')

/** There when bridged packets come past the firewall. */
export const BRIDGED_PACKETS = '/proc/sys/net/bridge/bridge-nf-call-iptables'
/** There when the kernel has IPv6. */
export const IPV6 = '/proc/net/if_inet6'

const BRIDGED = '-m physdev --physdev-is-bridged -j RETURN'

/**
 * The firewall rules of instances as lines for a shell of root, for operators who set them by hand. Run again they are
 * there once.
 * @param pool INSTANCE_POOL
 */
export function rulesText(pool: string): string {
  const jumps = JUMPS.flatMap(([from, target]) => jumpsTo(target).map((rule) => `"${from} ${rule}"`))
  return `iptables -w 5 -N ${CHAINS.hosts} 2>/dev/null
iptables-restore -w 5 --noflush <<'RULES'
${filterTable(chainsV4(pool, false))}RULES
[ -e ${BRIDGED_PACKETS} ] && iptables -w 5 -I ${CHAINS.forward} ${BRIDGED}
[ -e ${IPV6} ] && ip6tables-restore -w 5 --noflush <<'RULES'
${filterTable(chainsV6())}RULES
for program in iptables ip6tables; do
  for rule in ${jumps.join(' \\\n    ')}; do
    $program -w 5 -D $rule 2>/dev/null
    $program -w 5 -I $rule 2>/dev/null
  done
done
iptables -w 5 -S ${CHAINS.forward} >/dev/null && echo 'The rules are set.'
`
}
