import type { ComposeFault } from './contract'

/** Keys refused with a reason of their own. */
export const REFUSED: Record<string, ComposeFault> = {
  build: 'compose.build',
  devices: 'compose.devices',
  device_cgroup_rules: 'compose.devices',
  gpus: 'compose.devices',
  privileged: 'compose.privileged',
  network_mode: 'compose.host_namespace',
  pid: 'compose.host_namespace',
  ipc: 'compose.host_namespace',
  uts: 'compose.host_namespace',
  cgroup: 'compose.host_namespace',
  cgroup_parent: 'compose.host_namespace',
  userns_mode: 'compose.host_namespace',
  ports: 'compose.ports',
  restart: 'compose.restart',
  secrets: 'compose.host_file',
  configs: 'compose.host_file',
  env_file: 'compose.host_file',
  label_file: 'compose.host_file',
  credential_spec: 'compose.host_file',
  extends: 'compose.extends',
  security_opt: 'compose.security_opt'
}

/** Keys without effect here, refused so that nobody relies on them. */
export const UNSUPPORTED = [
  ...['annotations', 'attach', 'blkio_config', 'container_name', 'cpu_count', 'cpu_percent', 'cpu_period'],
  ...['cpu_quota', 'cpu_rt_period', 'cpu_rt_runtime', 'cpu_shares', 'cpuset', 'develop', 'dns', 'dns_opt'],
  ...['dns_search', 'domainname', 'driver_opts', 'external_links', 'extra_hosts', 'group_add', 'init'],
  ...['isolation', 'labels', 'links', 'logging', 'mac_address', 'mem_reservation', 'mem_swappiness'],
  ...['memswap_limit', 'models', 'oom_kill_disable', 'oom_score_adj', 'platform', 'post_start', 'pre_stop'],
  ...['profiles', 'provider', 'pull_policy', 'pull_refresh_after', 'runtime', 'scale', 'shm_size'],
  ...['stdin_open', 'stop_grace_period', 'stop_signal', 'storage_opt', 'sysctls', 'tty', 'ulimits'],
  ...['use_api_socket', 'volumes_from']
]
