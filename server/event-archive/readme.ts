import { EVERYTHING_FORMAT, EVERYTHING_VERSION } from './contract'

interface About {
  title: string
  files: boolean
  entries: readonly { path: string; about: string }[]
  leftOut: Readonly<Record<string, string>>
}

const FILES = [
  'game/files/: pictures and files of the challenges, by their SHA-256.',
  'writeups/: writeups, by the participationId of the team.'
]

/** README.txt of an archive: what each file is, and that it holds flags and personal data. */
export function readmeOf({ title, files, entries, leftOut }: About): string {
  const lines = [
    title,
    '',
    'Everything that Halyard holds of this event.',
    '',
    'THIS ARCHIVE HOLDS PERSONAL DATA AND FLAGS: names, email addresses, phone numbers, network addresses, messages,',
    'accusations, every flag and the invitation code. Keep it as you keep those, and delete it when its purpose ends.',
    '',
    `manifest.json: format ${EVERYTHING_FORMAT} ${EVERYTHING_VERSION}; for each file its size, SHA-256 and number of records.`,
    ...entries.map(({ path, about }) => `${path}: ${about}`),
    ...(files ? FILES : []),
    '',
    'NDJSON has one JSON object a line. Times are UTC. Ids are those of the platform; participationId is a team in this game.',
    'A person who was erased has a neutral name; who has no account any more has none.',
    ...(files
      ? ['The whole archive, or its folder game packed as a ZIP, can be imported as a new game.']
      : ['It was made without stored files, so its game cannot be imported.']),
    '',
    'What is not in it:',
    ...Object.entries(leftOut).map(([what, why]) => `${what}: ${why}`)
  ]
  return `${lines.join('\r\n')}\r\n`
}
