import { errorText } from '~/scripts/game/words'
import { print, printStatus, UserError } from '~/scripts/shared/output'
import { isAppError } from '~/server/platform/errors'
import { accountOf, addressOf, keepLogin } from './account'
import { openApi } from './api'
import { type Command, parseCommand, USAGE, UsageError } from './args'
import { init } from './init'
import { lint } from './lint/main'
import { pull } from './pull'
import { diff, EXIT, push } from './push'
import { schemaText } from './schema'
import { secret } from './terminal'
import { test } from './test'
import { watch } from './watch'

async function logIn(given: string): Promise<void> {
  const url = addressOf(given)
  const token = process.env.HALYARD_TOKEN?.trim() || (await secret(`A token of ${url} with the scope edit:`))
  if (token === '') throw new UserError('The token is missing.')
  await openApi({ url, token }).check()
  printStatus(`The token is stored in ${await keepLogin({ url, token }, process.env)}.`)
}

async function run(command: Command): Promise<number> {
  switch (command.name) {
    case 'help':
      print(USAGE)
      return EXIT.done
    case 'schema':
      process.stdout.write(schemaText())
      return EXIT.done
    case 'login':
      await logIn(command.url)
      return EXIT.done
    case 'init':
      await init(command.path)
      return EXIT.done
    case 'lint':
      return lint(command.path, command.strict, command.skip)
  }
  const api = openApi(await accountOf(process.env))
  switch (command.name) {
    case 'diff':
      return diff(api, command, command.json)
    case 'push':
      return push(api, command, command)
    case 'watch':
      return watch(api, command, command.yes)
    case 'test':
      return test(api, command.game, command.paths)
    case 'pull':
      await pull(api, command.game, command.path)
      return EXIT.done
  }
}

async function main(): Promise<number> {
  try {
    return await run(parseCommand(process.argv.slice(2)))
  } catch (error) {
    if (isAppError(error)) printStatus(errorText(error.code, error.params))
    else if (error instanceof UserError) printStatus(error.message)
    else throw error
    return error instanceof UsageError ? EXIT.usage : EXIT.failed
  }
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (error) => {
    console.error(error)
    process.exitCode = EXIT.failed
  }
)
