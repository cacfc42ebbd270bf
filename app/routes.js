/**
 * Every page of the web process, one line each: path, then the module below app/routes. Remix matches paths ignoring
 * case (docs/rules/wire.md#names-and-values). Areas are folders.
 */
const pages = {
  '/games': 'games/list/list.tsx',
  '/games/:id': 'games/game/game.tsx',
  '/games/:id/Calendar': 'games/calendar-call.ts',
  '/games/:id/Challenges': 'games/challenges/challenges.tsx',
  '/games/:id/Challenges/Notices': 'games/challenges/notices-call.ts',
  '/games/:id/Challenges/Found': 'games/challenges/found-call.ts',
  '/games/:id/Challenges/:challengeId': 'games/challenges/sheet-call.ts',
  '/games/:id/Writeup': 'games/writeup/writeup.tsx',
  '/games/:id/Scoreboard': 'games/scoreboard/scoreboard.tsx',
  '/games/:id/Teams/:teamId': 'games/team/team.tsx',
  '/games/:id/Teams/:teamId/Card.svg': 'games/team/card-svg-call.ts',
  '/games/:id/Teams/:teamId/Card.png': 'games/team/card-png-call.ts',
  '/games/:id/Teams/:teamId/Certificate.pdf': 'games/team/certificate-call.ts',
  '/games/:id/Corrections': 'games/corrections/corrections.tsx',
  '/games/:id/Reveal': 'games/reveal/reveal.tsx',
  '/games/:id/Replay': 'games/replay/replay.tsx',
  '/games/:id/Statistics': 'games/statistics/statistics.tsx',
  '/games/:id/Solutions': 'games/solutions/solutions.tsx',
  '/games/:id/Solutions/:challengeId': 'games/solutions/solution.tsx',
  '/games/:id/Decisions': 'games/decisions/decisions.tsx',
  '/games/:id/Workspace': 'games/workspace/workspace.tsx',
  '/games/:id/Help': 'games/help/help.tsx',
  '/games/:id/Help/:ticketId': 'games/help/ticket.tsx',
  '/games/:id/verify': 'games/verify/verify.tsx',
  '/games/:id/monitor': 'monitor/monitor.tsx',
  '/games/:id/monitor/Watch': 'monitor/watch.tsx',
  '/games/:id/monitor/Events': 'monitor/events.tsx',
  '/games/:id/monitor/Submissions': 'monitor/submissions.tsx',
  '/games/:id/monitor/CheatInfo': 'monitor/cheat-info.tsx',
  '/games/:id/monitor/Signals': 'monitor/signals.tsx',
  '/games/:id/monitor/Feedback': 'monitor/feedback.tsx',
  '/games/:id/monitor/Traffic': 'monitor/traffic.tsx',
  '/games/:id/monitor/Cases': 'monitor/cases/cases.tsx',
  '/games/:id/monitor/Cases/New': 'monitor/cases/new.tsx',
  '/games/:id/monitor/Cases/:caseId': 'monitor/cases/case.tsx',
  '/games/:id/monitor/Cases/:caseId/Print': 'monitor/cases/print.tsx',
  '/games/:id/monitor/Help': 'monitor/help/queue.tsx',
  '/games/:id/monitor/Help/Message': 'monitor/help/message.tsx',
  '/games/:id/monitor/Help/Answers': 'monitor/help/answers.tsx',
  '/games/:id/monitor/Help/:ticketId': 'monitor/help/ticket.tsx',
  '/': 'home/home.tsx',
  '/About': 'about/about.tsx',
  '/account/Login': 'account/login.tsx',
  '/account/Register': 'account/register.tsx',
  '/account/Logout': 'account/logout.tsx',
  '/account/SecondFactor': 'account/second/step.tsx',
  '/account/Authenticator': 'account/second/app.tsx',
  '/account/Passkey': 'account/second/passkey.tsx',
  '/account/Check': 'account/second/check.tsx',
  '/account/Link': 'account/sign-in/link.tsx',
  '/account/SignIn/:provider': 'account/sign-in/start.tsx',
  '/account/SignIn/:provider/Callback': 'account/sign-in/callback.tsx',
  '/account/Recovery': 'account/recovery.tsx',
  '/account/Reset': 'account/reset.tsx',
  '/account/Verify': 'account/verify.tsx',
  '/account/Confirm': 'account/confirm.tsx',
  '/account/Profile': 'account/profile/profile.tsx',
  '/Teams': 'teams/teams.tsx',
  '/Teams/Find': 'teams/find/find.tsx',
  '/players/:id': 'players/player.tsx',
  '/posts': 'posts/posts.tsx',
  '/posts/:postId': 'posts/post.tsx',
  '/posts/:postId/Edit': 'admin/post/edit.tsx',
  '/admin': 'admin/admin.tsx',
  '/admin/Teams': 'admin/teams/teams.tsx',
  '/admin/Users': 'admin/users/users.tsx',
  '/admin/Users/Import': 'admin/users/import/import.tsx',
  '/admin/Users/Import/:importId': 'admin/users/import/progress.tsx',
  '/admin/Users/Import/:importId/Result': 'admin/users/import/result-call.ts',
  '/admin/Settings': 'admin/settings/settings.tsx',
  '/admin/SignIn': 'admin/sign-in/sign-in.tsx',
  '/admin/Roles': 'admin/roles/roles.tsx',
  '/admin/Tokens': 'admin/tokens/tokens.tsx',
  '/admin/Preview': 'admin/preview-call.ts',
  '/admin/Files': 'admin/files/files.tsx',
  '/admin/Trash': 'admin/trash/trash.tsx',
  '/admin/Logs': 'admin/logs/logs.tsx',
  '/admin/Logs/Audit': 'admin/logs/audit.tsx',
  '/admin/Instances': 'admin/instances/instances.tsx',
  '/admin/Engines': 'admin/engines/engines.tsx',
  '/admin/games': 'admin/games.tsx',
  '/admin/games/import': 'admin/transfer/import.tsx',
  '/admin/games/:id': 'admin/game/game.tsx',
  '/admin/games/:id/Info': 'admin/game/info.tsx',
  '/admin/games/:id/Notices': 'admin/game/notices.tsx',
  '/admin/games/:id/Review': 'admin/game/review/review.tsx',
  '/admin/games/:id/Reveal': 'admin/game/reveal/reveal.tsx',
  '/admin/games/:id/Standings': 'admin/game/standings.tsx',
  '/admin/games/:id/Writeups': 'admin/game/writeups.tsx',
  '/admin/games/:id/Corrections': 'admin/game/corrections/corrections.tsx',
  '/admin/games/:id/Corrections/Preview': 'admin/game/corrections/preview.tsx',
  '/admin/games/:id/Rehearsal': 'admin/game/rehearsal/rehearsal.tsx',
  '/admin/games/:id/WhatIf': 'admin/game/what-if/what-if.tsx',
  '/admin/games/:id/Staff': 'admin/game/staff/staff.tsx',
  '/admin/games/:id/Webhooks': 'admin/game/webhooks/webhooks.tsx',
  '/admin/games/:id/Webhooks/:hookId': 'admin/game/webhooks/webhook.tsx',
  '/admin/games/:id/challenges': 'admin/game/challenges/challenges.tsx',
  '/admin/games/:id/challenges/Selected': 'admin/game/challenges/selected.tsx',
  '/admin/games/:id/challenges/Replace': 'admin/game/challenges/replace.tsx',
  '/admin/games/:id/challenges/:chalId': 'admin/challenge/challenge.tsx',
  '/admin/games/:id/challenges/:chalId/Container': 'admin/challenge/container/container.tsx',
  '/admin/games/:id/challenges/:chalId/Flags': 'admin/challenge/flags/flags.tsx',
  '/admin/games/:id/challenges/:chalId/Check': 'admin/challenge/check/check.tsx',
  '/admin/games/:id/challenges/:chalId/History': 'admin/challenge/history/history.tsx',
  '/admin/games/:id/challenges/:chalId/Container/Compose': 'admin/challenge/container/compose-call.ts',
  '/admin/games/:id/challenges/:chalId/Flags/Sample': 'admin/challenge/flags/sample-call.ts',
  '/docs': 'docs/docs.tsx',
  '/docs/:page': 'docs/document.tsx',
  '/docs/files/:name': 'docs/file-call.ts',
  '/docs/:folder/:page': 'docs/document.tsx',
  '/Search': 'search/search.tsx',
  '/Search/Answer': 'search/answer-call.ts',
  '/language': 'system/language.tsx',
  '/theme': 'system/theme.ts',
  '/manifest.webmanifest': 'system/manifest.ts',
  '/offline': 'system/offline.ts',
  '/theme.css': 'system/theme-css.ts',
  '/remember': 'system/remember.ts',
  '/clear-cache': 'system/clear-cache.ts',
  '/speculation-rules.json': 'system/speculation-rules.ts',
  '/*': 'system/not-found.tsx'
}

/**
 * The modules of the HTTP contract, and which paths Remix gives to each. Their `api({…})` lists the calls in full:
 * path, method, role.
 * @type {Record<string, string[]>}
 */
const api = {
  'api+/account.ts': ['/api/account/*'],
  'api+/admin-instances.ts': ['/api/admin/instances/*', '/api/admin/engines/*'],
  'api+/admin-platform.ts': [
    '/api/admin/config/*',
    '/api/admin/files',
    '/api/admin/logs',
    '/api/admin/writeups/*'
  ],
  'api+/admin-teams.ts': ['/api/admin/teams/*', '/api/admin/participation/*'],
  'api+/admin-trash.ts': ['/api/admin/trash/*'],
  'api+/admin-users.ts': ['/api/admin/users/*'],
  'api+/captures.ts': ['/api/game/captures/*', '/api/game/games/:id/captures'],
  'api+/edit-challenges.ts': ['/api/edit/games/:id/challenges/*'],
  'api+/corrections.ts': ['/api/edit/games/:id/corrections/*', '/api/game/:id/corrections'],
  'api+/solve-checks.ts': [
    '/api/edit/games/:id/checks',
    '/api/edit/games/:id/challenges/:cId/check',
    '/api/game/:id/checks'
  ],
  'api+/edit-versions.ts': ['/api/edit/games/:id/challenges/:cId/versions/*'],
  'api+/service-tokens.ts': ['/api/admin/tokens/*'],
  'api+/site.ts': ['/api/edit/games/:id/site'],
  'api+/game-staff.ts': ['/api/edit/games/:id/staff/*'],
  'api+/webhooks.ts': ['/api/edit/games/:id/webhooks/*'],
  'api+/rehearsals.ts': ['/api/edit/games/:id/rehearsals'],
  'api+/what-if.ts': ['/api/edit/games/:id/whatif'],
  'api+/scoreboard.ts': ['/api/game/:id/scoreboard/*'],
  'api+/watch.ts': ['/api/game/:id/watch', '/api/game/:id/signals'],
  'api+/tickets.ts': ['/api/game/:id/tickets/*'],
  'api+/cases.ts': ['/api/game/:id/cases/*', '/api/game/:id/decisions/*'],
  'api+/edit-games.ts': ['/api/edit/games/*'],
  'api+/files.ts': ['/api/assets/*', '/assets/:hash/:filename', '/favicon.webp'],
  'api+/follows.ts': ['/api/game/:id/follows'],
  'api+/feedback.ts': ['/api/game/:id/feedback/*'],
  'api+/game.ts': ['/api/game/*'],
  'api+/play.ts': ['/api/game/:id/challenges/*', '/api/game/:id/container/*'],
  'api+/posts.ts': ['/api/posts/*', '/api/edit/posts/*'],
  'api+/solutions.ts': ['/api/game/:id/solutions/*'],
  'api+/system.ts': ['/api/*'],
  'api+/team.ts': ['/api/team/*'],
  'api+/team-requests.ts': [
    '/api/team/listings',
    '/api/team/seekers',
    '/api/team/seeking',
    '/api/team/requests',
    '/api/team/:id/listing',
    '/api/team/:id/requests/*'
  ],
  'api+/factors.ts': ['/api/account/factor/*'],
  'api+/push.ts': ['/api/account/push/*'],
  'api+/tokens.ts': ['/api/account/tokens/*'],
  'api+/tunnels.ts': ['/api/proxy/*'],
  'api+/workspace.ts': ['/api/game/:id/workspace/*']
}

/** Below app/routes. */
export const routeModules = [...Object.values(pages), ...Object.keys(api)]

/** @param {import('@remix-run/dev').DefineRoutesFunction} defineRoutes */
export function routes(defineRoutes) {
  return defineRoutes((route) => {
    const known = new Set()
    for (const [path, module] of Object.entries(pages)) {
      if (path === '/') route('', `routes/${module}`, { index: true })
      // A module that shows a second path needs another id for it.
      else if (known.has(module)) route(path.slice(1), `routes/${module}`, { id: `routes${path}` })
      else route(path.slice(1), `routes/${module}`)
      known.add(module)
    }
    for (const [module, paths] of Object.entries(api))
      for (const path of paths) route(path.slice(1), `routes/${module}`, { id: `routes/api+${path}` })
  })
}
