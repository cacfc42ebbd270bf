export { type Assets, createAssets } from './service'
