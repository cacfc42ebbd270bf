export { storeEmbeds } from './embeds'
export { type Assets, createAssets } from './service'
export { requireUsable } from './usable'
