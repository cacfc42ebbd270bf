import { expect, it } from 'vitest'
import { compiledCss } from './own-css'

const refusal = async (css: string) => {
  const error = await compiledCss(css).then(
    () => null,
    (thrown: { code: string; params: { line: number; name: string }; extra: object }) => thrown
  )
  return error && [error.code.replace('appearance.css_', ''), error.params.line]
}

it('writes what it understood anew, in a layer, and nothing for nothing', async () => {
  expect(await compiledCss(' /* only a remark */\n')).toBe('')
  expect(
    await compiledCss(
      'main h1 { letter-spacing: .02em }\n@media (width > 40rem) { .panel { --own-edge: 2px; border-width: var(--own-edge) } }'
    )
  ).toBe(
    '@layer own{main h1{letter-spacing:.02em}@media (width>40rem){.panel{--own-edge:2px;border-width:var(--own-edge)}}}'
  )
  const file = `/assets/${'a'.repeat(64)}/wave.webp`
  expect(await compiledCss(`.game-hero { background: url("${file}") no-repeat }`)).toContain(file)
  expect(await compiledCss('.a { & .b { color: red } &:hover { color: blue } }')).toContain('&:hover')
  expect(await compiledCss('@keyframes own { from { opacity: 0 } to { opacity: 1 } }')).toContain(
    '@keyframes'
  )
})

it.each([
  ['\n@import "x.css";', 'rule', 2],
  ['@IMPORT url(//evil.example/x.css);', 'rule', 1],
  ['@charset "utf-8";', 'rule', 1],
  ['@namespace x url(http://evil.example);', 'rule', 1],
  ['@font-face { font-family: x; src: url(/assets/x) }', 'rule', 1],
  ['@layer tokens { :root { color: red } }', 'rule', 1],
  ['@property --bg { syntax: "*"; inherits: true }', 'rule', 1],
  ['a { background: url(https://evil.example/?q) }', 'url', 1],
  ['a { background: url("//evil.example/x") }', 'url', 1],
  ['a { background: URL( "data:image/png;base64,AA" ) }', 'url', 1],
  ['a { background: url(/api/account/profile) }', 'url', 1],
  [`a { background: url(/assets/${'a'.repeat(64)}/../../api) }`, 'url', 1],
  ['a { background: image-set("https://evil.example/x" 1x) }', 'url', 1],
  ['a { background: -webkit-image-set("/x" 1x) }', 'url', 1],
  ['a { --own-x: url(https://evil.example) }', 'url', 1],
  ['a { --own-x: { background: url(https://evil.example) } }', 'syntax', 1],
  ['a { background: u\\72l(https://evil.example) }', 'syntax', 1],
  ['a { b\\ackground: red }', 'syntax', 1],
  ['.a {\n  position: fixed;\n}', 'position', 2],
  ['.a { position: var(--own-p) }', 'position', 1],
  ['.a { POSITION: Fixed }', 'position', 1],
  ['.a { position: sticky }', 'position', 1],
  ['.a { & .b { position: fixed } }', 'position', 1],
  ['@media print { .a { position: fixed } }', 'position', 1],
  ['.a { color: red !important }', 'important', 1],
  [':root { --text: #fff }', 'property', 1],
  ['a { behavior: url(#x) }', 'property', 1],
  ['.a { color: red } }', 'syntax', 1],
  ['.a { color }', 'syntax', 1],
  ['.a { : red }', 'syntax', 1],
  ['</style><script>alert(1)</script>', 'syntax', 1]
])('refuses %j', async (css, code, line) => {
  expect(await refusal(css)).toEqual([code, line])
})

it('cannot be left by a bracket or a text that does not end', async () => {
  for (const css of ['.a { color: red', '.a { content: "x', '@media screen { .a { color: red }', '/* x'])
    await compiledCss(css).then(
      (made) => expect(made === '' || (made.startsWith('@layer own{') && balanced(made))).toBe(true),
      (error: { code: string }) => expect(error.code).toBe('appearance.css_syntax')
    )
})

const balanced = (css: string) => css.split('{').length === css.split('}').length
