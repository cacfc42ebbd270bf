/**
 * The code in a plug-in's thread before its own: answers `{ method, args }` with `{ value }` or `{ error }`; its first message
 * describes the module. Errors come without NUL, which Postgres does not store. It is a string, because a build of one file has no second file that a thread could start from.
 */
const HOST = `
const { parentPort } = require('node:worker_threads')
const textOf = (error) => String((error && error.message) || error).replaceAll('\\0', '').slice(0, 500)
let plugin
try {
  plugin = (exports => exports.default ?? exports)(load())
  const { apiVersion, kind, name, version } = plugin
  const methods = Object.keys(plugin).filter((key) => typeof plugin[key] === 'function')
  parentPort.postMessage({ manifest: { apiVersion, kind, name, version }, methods })
} catch (error) {
  parentPort.postMessage({ error: textOf(error) })
}
parentPort.on('message', async ({ method, args, upTo }) => {
  try {
    const call = (...given) => plugin[method](...given)
    const value = upTo === undefined ? await call(...args)
      : Array.from({ length: upTo + 1 }, (_, count) => call(count, ...args))
    parentPort.postMessage({ value })
  } catch (error) {
    parentPort.postMessage({ error: textOf(error) })
  }
})
`

/** @param code a CommonJS module */
export const threadOf = (code: string): string => `
function load() {
  const module = { exports: {} };
  (function (module, exports) {
${code}
  })(module, module.exports)
  return module.exports
}
${HOST}`
