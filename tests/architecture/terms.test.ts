import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

interface Texts {
  [key: string]: string | Texts
}

/** A whole word of a language with letters; case counts where a language writes nouns with capitals. */
const word = (...forms: string[]) =>
  new RegExp(`(?<![\\p{L}\\p{N}_.?/-])(?:${forms.join('|')})(?![\\p{L}\\p{N}_=:/]|\\.\\w)`, 'iu')
const noun = (...forms: string[]) => new RegExp(word(...forms).source, 'u')

type Rule = [thing: string, word: string, others: RegExp, example: string]

/** One word for one thing in each language (docs/voice.md), and what else it was called. */
const RULES: Record<string, Rule[]> = {
  'de-DE': [
    [
      'game',
      'Wettbewerb',
      noun('Spiel(?:e|en|es|s)?', 'Spiel(?:beginn|ende|zeit)s?', 'Turniere?'),
      'Das Spiel'
    ],
    ['challenge', 'Challenge', noun('Aufgaben?', 'Rätseln?'), 'Neue Aufgabe'],
    [
      'scoreboard',
      'Rangliste',
      noun('Tabellen?', 'Tafeln?', 'Punktetafeln?', 'Scoreboards?', 'Bestenlisten?'),
      'Die Tabelle steht still.'
    ],
    ['notice', 'Mitteilung', noun('Ankündigung(?:en)?', 'Bekanntmachung(?:en)?'), 'Neue Ankündigung'],
    ['hint', 'Hinweis', noun('Tipps?', 'Hints?'), 'Ein Tipp'],
    ['division', 'Division', noun('Sparten?', 'Liga', 'Ligen'), 'Ligen'],
    ['instance', 'Instanz', noun('Instances?'), 'Instances'],
    ['freeze', 'einfrieren', noun('Freeze'), 'Freeze'],
    [
      'submission',
      'Einreichung',
      word('Einsendung(?:en)?', 'einsenden', 'einges(?:andt|endet)e?'),
      'einsenden'
    ],
    ['captain', 'Kapitän', noun('Captains?'), 'Der Captain'],
    ['player', 'Spieler', noun('Spielenden?'), 'für Spielende'],
    ['staff', 'Orga-Team', noun('Personals?', 'Organisationsteams?'), 'Nur das Personal'],
    ['organiser', 'Veranstalter', noun('Organisator(?:en|s)?'), 'Organisatoren'],
    ['solver', 'Solver', noun('Lösers?'), 'Der Löser'],
    ['writeup', 'Writeup', noun('Lösungswege?s?'), 'Lösungswege']
  ],
  'es-ES': [
    ['game', 'competición', word('juegos?', 'partidas?', 'torneos?'), 'El juego'],
    ['challenge', 'reto', word('desafíos?', 'challenges?'), 'Desafíos'],
    ['scoreboard', 'clasificación', word('marcador(?:es)?', 'tablas?', 'rankings?', 'tableros?'), 'La tabla'],
    ['notice', 'aviso', word('anuncios?'), 'Anuncio'],
    ['hint', 'pista', word('hints?', 'sugerencias?'), 'Hint'],
    ['instance', 'instancia', word('instances?'), 'Instances'],
    ['freeze', 'congelar', word('freeze'), 'Freeze'],
    ['blood', 'blood', word('sangres?'), 'Primera sangre'],
    ['monitor', 'observador', word('supervisor(?:es)?', 'monitores'), 'los supervisores'],
    ['to start', 'iniciar', word('arranc\\p{L}+', 'arranques?'), 'Arrancando'],
    ['to stop', 'detener', word('parar(?:á|la|lo)?', 'parando', 'destru\\p{L}+'), 'Parar'],
    ['to extend', 'ampliar', word('prolong\\p{L}+'), 'Prolongar']
  ],
  'fr-FR': [
    [
      'game',
      'compétition',
      word('jeux?', '(?<!fai(?:s|t|tes) |font )parties?(?! (?:de|du|des|d’|leet)\\b)', 'tournois?'),
      'La partie reprend.'
    ],
    ['challenge', 'épreuve', word('défis?', 'challenges?'), 'Nouveau défi'],
    ['scoreboard', 'classement', word('tableaux?(?! de bord)', 'scoreboards?'), 'Le tableau est gelé.'],
    ['notice', 'annonce', word('communiqués?'), 'Communiqué'],
    ['hint', 'indice', word('hints?', 'astuces?'), 'Astuce'],
    ['freeze', 'geler', word('freeze'), 'Freeze'],
    ['blood', 'blood', word('sangs?'), 'Premier sang'],
    ['monitor', 'observateur', word('surveillants?', 'moniteurs?'), 'les surveillants'],
    ['attempt', 'essai', word('tentatives?'), 'Tentatives'],
    ['to stop', 'arrêter', word('détrui\\p{L}+'), 'détruite'],
    ['writeup', 'writeup', word('comptes? rendus?'), 'comptes rendus']
  ],
  'id-ID': [
    [
      'game',
      'kompetisi',
      word('permainan(?:nya)?', 'games?', 'gim', 'pertandingan', 'lomba'),
      'Permainan baru'
    ],
    ['challenge', 'soal', word('tantangan(?:nya)?', 'challenges?'), 'Tantangan'],
    ['scoreboard', 'papan skor', word('papan peringkat', 'scoreboards?', 'leaderboards?'), 'Papan peringkat'],
    ['notice', 'pengumuman', word('pemberitahuan'), 'Pemberitahuan'],
    ['hint', 'petunjuk', word('hints?'), 'Hint baru'],
    ['instance', 'instance', word('instans(?:nya)?', 'instansi'), 'Instans'],
    ['freeze', 'membekukan', word('freeze'), 'Freeze']
  ],
  'ja-JP': [
    ['game', '大会', /ゲーム|競技|試合/, 'ゲームの終了'],
    ['challenge', 'チャレンジ', /問題|課題/, '新しい問題'],
    ['scoreboard', 'スコアボード', /順位表|ランキング|リーダーボード/, '順位表'],
    ['notice', 'お知らせ', /告知/, '告知'],
    ['division', '部門', /区分|ディビジョン/, '区分'],
    ['freeze', '凍結', /フリーズ/, 'フリーズ']
  ],
  'ko-KR': [
    ['game', '대회', /게임|경기/, '게임 종료'],
    ['challenge', '문제', /챌린지|과제/, '새 챌린지'],
    ['scoreboard', '스코어보드', /순위표|점수판|리더보드/, '점수판'],
    ['division', '부문', /디비전/, '디비전'],
    ['freeze', '동결', /프리즈/, '프리즈']
  ],
  'ru-RU': [
    ['game', 'игра', word('соревнован\\p{L}+', 'турнир\\p{L}*'), 'Соревнование'],
    ['challenge', 'задача', word('задани\\p{L}+'), 'Новое задание'],
    ['scoreboard', 'таблица', word('скорборд\\p{L}*', 'лидерборд\\p{L}*', 'рейтинг\\p{L}*'), 'Рейтинг'],
    ['hint', 'подсказка', word('намёк\\p{L}*', 'намек\\p{L}*'), 'Намёк'],
    ['division', 'зачёт', word('дивизион\\p{L}*'), 'Дивизион'],
    ['instance', 'инстанс', word('экземпляр\\p{L}*'), 'Экземпляры'],
    ['freeze', 'заморозить', word('фриз\\p{L}*'), 'Фриз']
  ],
  'zh-CN': [
    ['game', '比赛', /竞赛|游戏|赛事/, '竞赛'],
    ['challenge', '题目', /挑战|赛题/, '挑战'],
    ['scoreboard', '排行榜', /榜单|积分榜|[计记]分板/, '积分榜'],
    ['division', '组别', /赛道/, '赛道'],
    ['freeze', '冻结', /封榜/, '封榜']
  ],
  'zh-TW': [
    ['game', '比賽', /競賽|遊戲|賽事/, '競賽'],
    ['challenge', '題目', /挑戰/, '挑戰'],
    ['scoreboard', '計分板', /排行榜|榜單|記分板/, '排行榜'],
    ['division', '組別', /賽道/, '賽道'],
    ['instance', '執行個體', /實例/, '實例'],
    ['freeze', '凍結', /封榜/, '封榜']
  ]
}

/** Texts in which the word means something else. */
const EXCEPT: Record<string, Record<string, readonly string[]>> = {
  'de-DE': {
    'the verb, “to play”': ['games:join.step_play', 'games:join.no_team', 'home:login'],
    'a table, not the scoreboard': [
      'errors:user.import_not_text',
      'monitor:cheat.table',
      'scoreboard:compare.table',
      'scoreboard:table.label',
      'staff:action.roles'
    ],
    'advice on passwords': ['password:hints.label']
  },
  'es-ES': {
    'a table, not the scoreboard': [
      'monitor:cheat.table',
      'scoreboard:compare.table',
      'scoreboard:table.label',
      'staff:action.roles'
    ]
  },
  'fr-FR': {
    'a part of something': ['account:link.broken_text', 'shell:progress.text'],
    'a table, not the scoreboard': [
      'monitor:cheat.table',
      'scoreboard:compare.table',
      'scoreboard:table.label',
      'staff:action.roles'
    ],
    'a login': ['errors:sign_in.expired', 'logs:event.sign_in_expired']
  },
  'id-ID': {
    'a command or the name of a column': [
      'errors:everything.files_too_large',
      'errors:everything.too_slow',
      'users:import.games'
    ]
  },
  'ja-JP': {
    'something is wrong': [
      'cases:outcome.nothing',
      'containers:compose.faults',
      'containers:compose.fine',
      'containers:test.fix.image_missing',
      'errors:server.error',
      'gate:500.title',
      'rehearsals:column.bad',
      'rehearsals:verdict_bad_other',
      'system:about.help'
    ]
  },
  'ru-RU': {
    'work of the platform': [
      'engines:manage.address_hint',
      'engines:manage.text',
      'errors:engine.not_managed',
      'logs:event.instances_not_looked_after',
      'logs:event.job_failed',
      'logs:event.job_not_started',
      'logs:event.jobs_started',
      'logs:event.sweep_failed',
      'logs:event.worker_failed',
      'logs:process.jobs',
      'system:about.use.jobs'
    ],
    'competitions in general': ['system:about.what'],
    'a sign of sharing, not of a challenge': ['monitor:event.hint', 'monitor:kind.hints']
  }
}

/** Each by its key, `file:key`. */
const textsOf = (language: string): [string, string][] =>
  readdirSync(`locales/${language}`).flatMap((file) => {
    const flat = (part: Texts, prefix: string): [string, string][] =>
      Object.entries(part).flatMap(([key, value]): [string, string][] =>
        typeof value === 'string' ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`)
      )
    return flat(
      JSON.parse(readFileSync(`locales/${language}/${file}`, 'utf8')) as Texts,
      file.replace('.json', ':')
    )
  })

const bare = (text: string) => text.replace(/\{\{\w+\}\}|<[^>]*>/g, '')
const exceptOf = (language: string) => Object.values(EXCEPT[language] ?? {}).flat()

it.each(Object.keys(RULES))('%s has one word for one thing', (language) => {
  const except = new Set(exceptOf(language))
  const broken = textsOf(language)
    .filter(([key]) => !except.has(key))
    .flatMap(([key, text]) =>
      RULES[language]!.flatMap(([thing, right, others]) => {
        const found = bare(text).match(others)?.[0]
        return found === undefined
          ? []
          : [`${language} ${key}: ${thing} is “${right}”, not “${found}”, in “${text}”`]
      })
    )
  expect(broken).toEqual([])
})

it('every language but English has words, and every excepted text is there', () => {
  const languages = readdirSync('locales').filter((language) => language !== 'en-US')
  expect(Object.keys(RULES)).toEqual(languages)
  for (const language of languages) {
    const keys = new Set(textsOf(language).map(([key]) => key))
    expect(exceptOf(language).filter((key) => !keys.has(key))).toEqual([])
  }
})

it('every rule finds what breaks it, and not its own word', () => {
  const rules = Object.values(RULES).flat()
  expect(rules.filter(([, , others, example]) => !others.test(example))).toEqual([])
  expect(rules.filter(([, right, others]) => others.test(right))).toEqual([])
})
