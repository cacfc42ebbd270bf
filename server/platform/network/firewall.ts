/** Addresses outside the internet, closed to all instances. */
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

/** Prefixes of instances' network interfaces: `hal-` without internet, `hai-` with it. */
const INTERFACES = ['hal-+', 'hai-+'] as const

export const CHAINS = {
  input: 'HALYARD-INPUT',
  forward: 'HALYARD-FORWARD',
  /** Hosts allowed to single instances; each install of this machine adds its rules here. Empty: allows nothing. */
  hosts: 'HALYARD-HOSTS'
} as const

/** Chains of the system and ours they jump to. Docker keeps DOCKER-USER above its own rules. */
export const JUMPS = [
  ['INPUT', CHAINS.input],
  ['FORWARD', CHAINS.forward],
  ['DOCKER-USER', CHAINS.forward]
] as const

/** Rules that send packets of instances from a system chain to `target`. */
export const jumpsTo = (target: string) => INTERFACES.map((name) => `-i ${name} -j ${target}`)

/** Instances may only reply to this machine. */
const INPUT_RULES = [
  '-m conntrack --ctstate ESTABLISHED -j ACCEPT',
  '-p icmp -m conntrack --ctstate RELATED -j ACCEPT',
  '-j DROP'
]

/** Packets through this machine. RETURN passes them on to Docker's and the operator's rules. */
const forwardRules = (pool: string, bridged: boolean) => [
  '-m conntrack --ctstate ESTABLISHED -j RETURN',
  '-p icmp -m conntrack --ctstate RELATED -j RETURN',
  // Between containers of one instance; visible only when bridged packets pass the firewall.
  ...(bridged ? [BRIDGED] : []),
  ...INTERFACES.map((name) => `-o ${name} -j DROP`),
  // Published ports, which lead to another container.
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

/** Replaces old rules. `bridged`: bridged packets pass the firewall (br_netfilter). */
export const chainsV4 = (pool: string, { bridged }: { bridged: boolean }): string[] => [
  ...chain(CHAINS.input, INPUT_RULES),
  ...chain(CHAINS.forward, forwardRules(pool, bridged))
]

/** Rules for `ip6tables-restore`, which close IPv6: instances have none. */
export const chainsV6 = (): string[] => [
  ...chain(CHAINS.input, ['-j DROP']),
  ...chain(CHAINS.forward, ['-j DROP'])
]

/** As `iptables-restore` reads it. */
export const filterTable = (lines: readonly string[]): string =>
  ['*filter', ...lines, 'COMMIT', ''].join('\n')

/** Exists when bridged packets pass the firewall. */
export const BRIDGED_PACKETS = '/proc/sys/net/bridge/bridge-nf-call-iptables'
export const IPV6 = '/proc/net/if_inet6'

const BRIDGED = '-m physdev --physdev-is-bridged -j RETURN'

/** Shell lines for root, safe to repeat, for operators who set rules by hand. `pool`: INSTANCE_POOL. */
export function rulesText(pool: string): string {
  const jumps = JUMPS.flatMap(([from, target]) => jumpsTo(target).map((rule) => `"${from} ${rule}"`))
  return `iptables -w 5 -N ${CHAINS.hosts} 2>/dev/null
iptables-restore -w 5 --noflush <<'RULES'
${filterTable(chainsV4(pool, { bridged: false }))}RULES
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
