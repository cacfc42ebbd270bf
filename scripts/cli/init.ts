import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { stringify } from 'yaml'
import { print, printStatus, UserError } from '~/scripts/shared/output'
import { schemaText } from './schema'

/** The name that editors and comments know the schema by. */
const SCHEMA_FILE = 'challenge.schema.json'

const template = (title: string) => `# yaml-language-server: $schema=${SCHEMA_FILE}
halyard: 1
${stringify({ title }).trim()}
category: Misc
# StaticAttachment, StaticContainer, DynamicAttachment or DynamicContainer; never changes later
type: StaticAttachment
author: ""
level: Easy
tags: []

# Markdown
content: |
  Say hello.

# What players get: one file as it is, several as one ZIP. Solutions and sources stay in the repository.
files:
  - files/hello.txt

# Left out, the flags stay as they are on the platform.
flags:
  - flag{change_me}

# Points at first, the share of them that is left after many solves, how slowly they fall
originalScore: 500
minScoreRate: 0.25
difficulty: 5

hints: []
# - content: Look closer.
#   cost: 50
pricedHints: []

# Titles of challenges that a team has to solve first
requires: []
`

async function write(path: string, text: string): Promise<void> {
  await writeFile(path, text, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(
      error.code === 'EEXIST' ? `${path} is there already.` : `${path} cannot be written (${error.code}).`
    )
  })
  print(path)
}

/** A challenge folder to start from. @throws UserError where there is a challenge already */
export async function init(given: string): Promise<void> {
  const folder = resolve(given)
  await mkdir(join(folder, 'files'), { recursive: true })
  await write(join(folder, 'challenge.yml'), template(basename(folder)))
  await write(join(folder, 'files/hello.txt'), 'Hello\n')
  await writeFile(join(folder, SCHEMA_FILE), schemaText())
  print(join(folder, SCHEMA_FILE))
  printStatus('Next: halyard lint, then halyard push with the number of a game.')
}
