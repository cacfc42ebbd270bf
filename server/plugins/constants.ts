/** The only version of the types of plug-ins (server/plugins/api.ts). */
export const API_VERSION = 1

export const PLUGIN_KINDS = ['checker', 'scoring', 'registration', 'notification'] as const
export type PluginKind = (typeof PLUGIN_KINDS)[number]

/** Counted solves for which values are kept; the last one serves for more (docs/rules/plugins.md#scoring). */
export const MAX_VALUES = 1000
export const MAX_POINTS = 1_000_000

export const MAX_PLUGINS = 50
