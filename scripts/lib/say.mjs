/**
 * What a person sees. Progress and warnings go to stderr; stdout carries only the lines that others may read
 * (the address, the administrator, the result of the tests).
 */

/** Something the person who called the command can mend: each sentence is printed as a line, without a stack. */
export class Fault extends Error {
  /** @param {...string} sentences whole sentences, one for each fault */
  constructor(...sentences) {
    super(sentences.join(' '))
    this.name = 'Fault'
    this.sentences = sentences
  }
}

/** Thrown by a step that stopped because the person asked for it; not an error to report. */
export class Stopped extends Error {}

const terminal = Boolean(process.stderr.isTTY)
const REPEAT_MS = 5000
let drawn = ''

const erase = () => {
  if (drawn) process.stderr.write('\r\x1b[2K')
}

const draw = (line) => {
  if (!terminal) return
  erase()
  drawn = line.slice(0, Math.max(20, (process.stderr.columns || 80) - 1))
  process.stderr.write(drawn)
}

/** Prints one line for other programs and people, on stdout. */
export function print(line) {
  erase()
  process.stdout.write(`${line}\n`)
  if (drawn) draw(drawn)
}

/** Prints one line for people, on stderr, without disturbing a progress line. */
export function note(line) {
  erase()
  process.stderr.write(`${line}\n`)
  if (drawn) draw(drawn)
}

const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`

/**
 * A step that takes a while. In a terminal it is one line that changes; elsewhere a line every few seconds.
 * @param {string} title what is being done, such as "Installing packages"
 */
export function step(title) {
  const began = Date.now()
  let told = 0
  const show = (detail) => {
    if (terminal) return draw(`… ${title}${detail ? `: ${detail}` : ''}`)
    if (Date.now() - told < REPEAT_MS) return
    told = Date.now()
    note(`… ${title}${detail ? `: ${detail}` : ''}`)
  }
  const close = (mark, detail) => {
    erase()
    drawn = ''
    note(`${mark} ${title}${detail ? `: ${detail}` : ''} (${seconds(began)})`)
  }
  show('')
  return {
    /** @param {string} detail how far it is */
    update: show,
    /** @param {string} [detail] what came out */
    done: (detail) => close('✓', detail),
    /** @param {string} [detail] what went wrong, if the caller does not say it elsewhere */
    failed: (detail) => close('✗', detail)
  }
}

/** The sentences of any thrown value; with HALYARD_TRACE set, the stack of an unexpected one as well. */
export function sentencesOf(error) {
  if (error instanceof Fault) return error.sentences
  if (process.env.HALYARD_TRACE && error?.stack) return [error.stack]
  return [`Something unexpected went wrong: ${error?.message ?? error}.`.replace(/\.\.$/, '.')]
}

/** The reason in a system error, in words. */
export function reason(error) {
  const words = {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'the file system is read-only',
    ENOSPC: 'the disk is full',
    ENOTDIR: 'a part of the path is a file',
    ENOENT: 'it does not exist',
    EEXIST: 'a file of that name is there',
    ECONNREFUSED: 'nothing answers there',
    ENOTFOUND: 'the host name is unknown',
    ETIMEDOUT: 'no answer in time'
  }
  const inner = error?.errors?.[0] ?? error
  return words[inner?.code] ?? inner?.message ?? String(inner)
}
