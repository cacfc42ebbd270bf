/** Colours of code in Markdown, as spans with classes that base.css colours. Server only. */
import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import c from 'highlight.js/lib/languages/c'
import cpp from 'highlight.js/lib/languages/cpp'
import csharp from 'highlight.js/lib/languages/csharp'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import dockerfile from 'highlight.js/lib/languages/dockerfile'
import go from 'highlight.js/lib/languages/go'
import http from 'highlight.js/lib/languages/http'
import ini from 'highlight.js/lib/languages/ini'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import kotlin from 'highlight.js/lib/languages/kotlin'
import makefile from 'highlight.js/lib/languages/makefile'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import rust from 'highlight.js/lib/languages/rust'
import shell from 'highlight.js/lib/languages/shell'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import x86asm from 'highlight.js/lib/languages/x86asm'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import type { MarkedExtension } from 'marked'
import { escapeHtml } from '~/server/platform/text'

const LANGUAGES = {
  ...{ bash, c, cpp, csharp, css, diff, dockerfile, go, http, ini, java, javascript, json, kotlin, makefile },
  ...{ php, python, ruby, rust, shell, sql, typescript, x86asm, xml, yaml }
}
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language)
hljs.registerAliases(['asm', 'nasm'], { languageName: 'x86asm' })

/**
 * Most characters of all code of a text, and of its lines; longer code is shown without colours. Grammars take quadratic time on
 * some texts.
 */
const MAX_HIGHLIGHTED_LENGTH = 10_000
const LONGEST_LINE = /^.{0,300}$/

/** Extension for the `Marked` of one text. Only code that names its language is coloured. */
export function highlighting(): MarkedExtension {
  let left = MAX_HIGHLIGHTED_LENGTH
  return {
    renderer: {
      code({ text, lang }) {
        const name = /^[\w+#.-]+/.exec(lang ?? '')?.[0]
        if (!name || !hljs.getLanguage(name) || text.length > left) return false
        if (!text.split('\n').every((line) => LONGEST_LINE.test(line))) return false
        left -= text.length
        const { value } = hljs.highlight(text, { language: name, ignoreIllegals: true })
        return `<pre><code class="language-${escapeHtml(name)}">${value}\n</code></pre>\n`
      }
    }
  }
}
