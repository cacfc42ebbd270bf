// Of the Dockerfile, after the build.
import { keepRuntimePackages } from './lib/build/runtime-packages.mjs'
import { command } from './lib/command.mjs'
import { printStatus } from './lib/terminal/output.mjs'

await command(async () => {
  const { kept, removed } = keepRuntimePackages()
  printStatus(`Kept ${kept} packages that programs load at run time, removed ${removed}.`)
  return 0
})
