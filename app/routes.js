/**
 * Every URL of the web process, one line each: path, then the module below app/routes.
 * Remix matches paths ignoring case (product.md §2). Areas are folders; `api+` holds the HTTP contract.
 */
const pages = {
  '/games': 'games/list/list.tsx',
  '/games/:id': 'games/game/game.tsx',
  '/games/:id/Challenges': 'games/challenges/challenges.tsx',
  '/games/:id/Challenges/:challengeId': 'games/challenges/sheet-call.ts',
  '/games/:id/Scoreboard': 'games/scoreboard/scoreboard.tsx',
  '/': 'home/home.tsx',
  '/About': 'about/about.tsx',
  '/account/Login': 'account/login.tsx',
  '/account/Register': 'account/register.tsx',
  '/account/Logout': 'account/logout.ts',
  '/account/Recovery': 'account/recovery.tsx',
  '/account/Reset': 'account/reset.tsx',
  '/account/Verify': 'account/verify.tsx',
  '/account/Confirm': 'account/confirm.tsx',
  '/account/Profile': 'account/profile/profile.tsx',
  '/Teams': 'teams/teams.tsx',
  '/posts': 'posts/posts.tsx',
  '/posts/:postId': 'posts/post.tsx',
  '/admin': 'admin/admin.ts',
  '/admin/Teams': 'admin/teams/teams.tsx',
  '/admin/Users': 'admin/users/users.tsx',
  '/admin/games': 'admin/games.tsx',
  '/admin/games/:id/Info': 'admin/game/info.tsx',
  '/admin/games/:id/Review': 'admin/game/review.tsx',
  '/admin/games/:id/challenges': 'admin/game/challenges.tsx',
  '/admin/games/:id/challenges/:chalId': 'admin/challenge/challenge.tsx',
  '/admin/games/:id/challenges/:chalId/Flags': 'admin/challenge/flags.tsx',
  '/language': 'system/language.tsx',
  '/theme': 'system/theme.ts',
  '/theme.css': 'system/theme-css.ts',
  '/remember': 'system/remember.ts',
  '/clear-cache': 'system/clear-cache.ts',
  '/speculation-rules.json': 'system/speculation-rules.ts',
  '/*': 'system/not-found.tsx'
}

/** @type {Record<string, string>} */
export const apiRoutes = {
  '/api/account/register': 'api+/account/register.ts',
  '/api/account/login': 'api+/account/login.ts',
  '/api/account/logout': 'api+/account/logout.ts',
  '/api/account/verify': 'api+/account/verify.ts',
  '/api/account/recovery': 'api+/account/recovery.ts',
  '/api/account/passwordreset': 'api+/account/password-reset.ts',
  '/api/account/changepassword': 'api+/account/change-password.ts',
  '/api/account/changeemail': 'api+/account/change-email.ts',
  '/api/account/mailchangeconfirm': 'api+/account/confirm-email.ts',
  '/api/account/profile': 'api+/account/profile.ts',
  '/api/account/avatar': 'api+/account/avatar.ts',
  '/api/account/update': 'api+/account/update.ts',
  '/api/config': 'api+/config.ts',
  '/api/captcha': 'api+/captcha.ts',
  '/api/openapi.json': 'api+/openapi.ts',
  '/api/team': 'api+/team/index.ts',
  '/api/team/accept': 'api+/team/accept.ts',
  '/api/team/verify': 'api+/team/verify.ts',
  '/api/team/:id': 'api+/team/one.ts',
  '/api/team/:id/avatar': 'api+/team/avatar.ts',
  '/api/team/:id/invite': 'api+/team/invite.ts',
  '/api/team/:id/kick/:userId': 'api+/team/kick.ts',
  '/api/team/:id/leave': 'api+/team/leave.ts',
  '/api/team/:id/transfer': 'api+/team/transfer.ts',
  '/api/edit/games': 'api+/edit/games.ts',
  '/api/edit/games/:id': 'api+/edit/game.ts',
  '/api/edit/games/:id/poster': 'api+/edit/poster.ts',
  '/api/edit/games/:id/challenges': 'api+/edit/challenges.ts',
  '/api/edit/games/:id/challenges/:cId': 'api+/edit/challenge.ts',
  '/api/edit/games/:id/challenges/:cId/flags': 'api+/edit/flags.ts',
  '/api/edit/games/:id/challenges/:cId/flags/:fId': 'api+/edit/flag.ts',
  '/api/game': 'api+/game/index.ts',
  '/api/game/:id': 'api+/game/one.ts',
  '/api/game/:id/details': 'api+/game/details.ts',
  '/api/game/:id/scoreboard': 'api+/game/scoreboard.ts',
  '/api/game/:id/notices': 'api+/game/notices.ts',
  '/api/game/:id/challenges/:challengeId': 'api+/game/challenge.ts',
  '/api/game/:id/events': 'api+/game/events.ts',
  '/api/game/:id/submissions': 'api+/game/submissions.ts',
  '/api/game/:id/cheatinfo': 'api+/game/cheatinfo.ts',
  '/api/game/:id/scoreboardsheet': 'api+/game/scoreboardsheet.ts',
  '/api/game/:id/submissionsheet': 'api+/game/submissionsheet.ts',
  '/api/game/:id/participations': 'api+/game/participations.ts',
  '/api/game/:id/challenges/:challengeId/status/:submitId': 'api+/game/status.ts',
  '/api/admin/users': 'api+/admin/users.ts',
  '/api/admin/users/search': 'api+/admin/users-search.ts',
  '/api/admin/users/:userid': 'api+/admin/user.ts',
  '/api/admin/users/:userid/password': 'api+/admin/user-password.ts',
  '/api/admin/participation/:id': 'api+/admin/participation-edit.ts',
  '/api/admin/participation/:id/:status': 'api+/admin/participation.ts',
  '/api/admin/teams': 'api+/admin/teams.ts',
  '/api/admin/teams/search': 'api+/admin/teams-search.ts',
  '/api/admin/teams/:id': 'api+/admin/team.ts',
  '/api/posts': 'api+/posts/index.ts',
  '/api/posts/latest': 'api+/posts/latest.ts',
  '/api/posts/:id': 'api+/posts/one.ts',
  '/api/*': 'api+/missing.ts'
}

/** @param {import('@remix-run/dev').DefineRoutesFunction} defineRoutes */
export function routes(defineRoutes) {
  return defineRoutes((route) => {
    for (const [path, module] of Object.entries({ ...pages, ...apiRoutes })) {
      if (path === '/') route('', `routes/${module}`, { index: true })
      else route(path.replace(/^\//, ''), `routes/${module}`)
    }
  })
}
