export { type Loaded, loadPlugins } from './loading'
export { createPlugins, type Plugins } from './service'
export { PluginFault } from './workers'
