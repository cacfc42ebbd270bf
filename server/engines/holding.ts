/** SQL: states in which an instance holds what its limits reserve on its engine. */
export const HOLDING = `('starting', 'ready', 'unhealthy', 'stopping', 'stuck')`
