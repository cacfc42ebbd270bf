/** xterm.js as the platform shows it: under its policy, in its colours. */
import { FitAddon } from '@xterm/addon-fit'
import { type ITheme, Terminal } from '@xterm/xterm'
import xtermStyles from '@xterm/xterm/css/xterm.css?inline'
import { adopt, keepToPolicy } from './strict-styles'
import terminalStyles from './terminal.css?inline'

/** Lines that are kept. */
const SCROLLBACK = 5000
/** Of text against what is behind it (WCAG 1.4.3). */
const CONTRAST = 4.5

/** The sixteen colours of services, and the terminal's own, by tokens of app/styles/tokens.css. */
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

/** What a token, which is a formula, comes to in `pane`. Each is asked of a new element: an old one changes gradually. */
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

/** All that was shown and is still kept; lines of the service as one, however wide the screen was. */
function textOf({ buffer: { active } }: Terminal): string {
  let text = ''
  for (let at = 0; at < active.length; at++) {
    const goesOn = active.getLine(at + 1)?.isWrapped ?? false
    text += active.getLine(at)!.translateToString(!goesOn) + (goesOn ? '' : '\n')
  }
  return `${text.trimEnd()}\n`
}

export interface OpenScreen {
  terminal: Terminal
  /** As many columns and rows as there is room for. */
  fit(): void
  text(): string
  close(): void
}

/** Shows a terminal in `pane`. `label` names its field. */
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
