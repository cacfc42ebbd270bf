import { FitAddon } from '@xterm/addon-fit'
import { type ITheme, Terminal } from '@xterm/xterm'
import xtermStyles from '@xterm/xterm/css/xterm.css?inline'
import { adopt, keepToPolicy } from './strict-styles'
import terminalStyles from './terminal.css?inline'

const SCROLLBACK = 5000
const CONTRAST = 4.5

/** Sixteen colours and the terminal's own, by tokens of app/styles/tokens.css. */
const TOKENS = {
  background: '--well',
  foreground: '--text',
  cursor: '--accent',
  cursorAccent: '--on-accent',
  selectionBackground: '--accent-soft-2',
  black: '--surface-3',
  red: '--bad',
  green: '--ok',
  yellow: '--warn',
  blue: '--info',
  magenta: '--series-4',
  cyan: '--series-7',
  white: '--text-2',
  brightBlack: '--text-3',
  brightRed: '--blood-1-text',
  brightGreen: '--series-3',
  brightYellow: '--series-5',
  brightBlue: '--series-1',
  brightMagenta: '--series-6',
  brightCyan: '--accent-text',
  brightWhite: '--text'
} as const satisfies Partial<Record<keyof ITheme, string>>

/** Computes a token. A new element each, because an old one would change by transition. */
function colourOf(token: string, pane: HTMLElement): string {
  const probe = document.createElement('i')
  probe.style.color = `var(${token})`
  pane.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

const themeIn = (pane: HTMLElement): ITheme =>
  Object.fromEntries(Object.entries(TOKENS).map(([name, token]) => [name, colourOf(token, pane)]))

function textOf({ buffer: { active } }: Terminal): string {
  let text = ''
  for (let at = 0; at < active.length; at++) {
    const goesOn = active.getLine(at + 1)?.isWrapped ?? false
    text += active.getLine(at)!.translateToString(!goesOn) + (goesOn ? '' : '\n')
  }
  return `${text.trimEnd()}\n`
}

interface OpenScreen {
  terminal: Terminal
  fit(): void
  text(): string
  close(): void
}

/**
 * An xterm inside `pane` with our colours, and its styles in a way that the content security policy allows. `close`
 * removes all of it.
 */
export function openScreen(pane: HTMLElement, label: string): OpenScreen {
  const sheets = [adopt(xtermStyles), adopt(terminalStyles)]
  const style = getComputedStyle(pane)
  Terminal.strings.promptLabel = label
  const terminal = new Terminal({
    allowProposedApi: false,
    convertEol: true,
    cursorBlink: false,
    fontFamily: style.fontFamily,
    fontSize: Number.parseFloat(style.fontSize),
    ignoreBracketedPasteMode: true,
    minimumContrastRatio: CONTRAST,
    scrollback: SCROLLBACK,
    theme: themeIn(pane)
  })
  const fitting = new FitAddon()
  terminal.loadAddon(fitting)
  const release = keepToPolicy()
  terminal.open(pane)
  return {
    terminal,
    fit: () => fitting.fit(),
    text: () => textOf(terminal),
    close() {
      terminal.dispose()
      release()
      for (const sheet of sheets) sheet.remove()
    }
  }
}
