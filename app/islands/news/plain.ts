/** Marks of Markdown and what stays of them, in this order. */
const MARKS: readonly [RegExp, string][] = [
  [/^ {0,3}(```|~~~).*$/gm, ''],
  [/^ {0,3}(#{1,6}|>|[-*+]|\d{1,9}[.)])[ \t]+/gm, ''],
  [/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1'],
  [/(\*\*|__|~~)(?=\S)(.+?)\1/g, '$2'],
  [/(?<![\w*])([*_])(?=\S)([^*_\n]+?)\1(?![\w*])/g, '$2'],
  [/(`+)([^`\n]+)\1/g, '$2']
]

/** Markdown as a sentence to read, for the time in which it is not rendered. */
export const plainOf = (markdown: string): string =>
  MARKS.reduce((text, [mark, kept]) => text.replace(mark, kept), markdown).trim()
