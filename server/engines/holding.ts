/** SQL: states in which an instance holds what its limits reserve on its engine. */
export const HOLDING = `('starting', 'ready', 'unhealthy', 'stopping', 'stuck')`

/** MiB that an instance costs the host beside its own limit, measured: shim, proxy of its port, network. */
export const OVERHEAD_MB = 16
