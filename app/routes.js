/**
 * Every URL of the web process, one line each: path, then the module below app/routes.
 * Remix matches paths ignoring case (product.md §2). Areas are folders; `api+` holds the HTTP contract.
 */
const pages = {
  '/About': 'about/about.tsx',
  '/account/Login': 'account/login.tsx',
  '/account/Register': 'account/register.tsx',
  '/account/Logout': 'account/logout.ts',
  '/account/Profile': 'account/profile.tsx',
  '/language': 'system/language.tsx',
  '/theme': 'system/theme.ts',
  '/theme.css': 'system/theme-css.ts',
  '/remember': 'system/remember.ts',
  '/clear-cache': 'system/clear-cache.ts',
  '/speculation-rules.json': 'system/speculation-rules.ts',
  '/*': 'system/not-found.tsx'
}

const api = {
  '/api/account/register': 'api+/account/register.ts',
  '/api/account/login': 'api+/account/login.ts',
  '/api/account/logout': 'api+/account/logout.ts',
  '/api/account/profile': 'api+/account/profile.ts',
  '/api/config': 'api+/config.ts',
  '/api/team': 'api+/team/index.ts',
  '/api/team/accept': 'api+/team/accept.ts',
  '/api/team/:id': 'api+/team/one.ts',
  '/api/team/:id/invite': 'api+/team/invite.ts',
  '/api/edit/games': 'api+/edit/games.ts',
  '/api/edit/games/:id': 'api+/edit/game.ts',
  '/api/game': 'api+/game/index.ts',
  '/api/game/:id': 'api+/game/one.ts',
  '/api/game/:id/participations': 'api+/game/participations.ts',
  '/api/game/:id/challenges/:challengeId/status/:submitId': 'api+/game/status.ts',
  '/api/admin/participation/:id/:status': 'api+/admin/participation.ts',
  '/api/posts': 'api+/posts/index.ts',
  '/api/posts/latest': 'api+/posts/latest.ts',
  '/api/posts/:id': 'api+/posts/one.ts',
  '/api/*': 'api+/missing.ts'
}

/** @param {import('@remix-run/dev').DefineRoutesFunction} defineRoutes */
export function routes(defineRoutes) {
  return defineRoutes((route) => {
    for (const [path, module] of Object.entries({ ...pages, ...api })) {
      if (path === '/') route('', `routes/${module}`, { index: true })
      else route(path.replace(/^\//, ''), `routes/${module}`)
    }
  })
}
