/** Refuses old versions of Node in one sentence. Uses only syntax that those can parse. */
export function requireNode() {
  var parts = process.versions.node.split('.').map(Number)
  var major = parts[0] || 0
  var minor = parts[1] || 0
  if (major > 20 || (major === 20 && minor >= 19)) return
  process.stderr.write(`Halyard needs Node 20.19 or newer; this is Node ${process.versions.node}.\n`)
  process.exit(1)
}
