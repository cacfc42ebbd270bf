import { routes } from './app/routes.js'

/** Options of the Remix Vite plugin (vite.config.ts hands them over). */
/** @type {import('@remix-run/dev').AppConfig & import('@remix-run/dev').VitePluginConfig} */
export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ignoredRouteFiles: ['**/*'],
  serverModuleFormat: 'esm',
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_lazyRouteDiscovery: true,
    v3_singleFetch: true
  },
  routes
}
