// Who may import whom (docs/rules/architecture.md#imports). Imports of types are free, except in a circle.
const { existsSync, readFileSync } = require('node:fs')
const { join } = require('node:path')

const CONTRACT = '^(server|scoring)/.*contract\\.ts$'
const DOOR = '^server/[^/]+/(index|contract|constants)\\.ts$'
/** What of the platform holds no connection and reads no environment, so that pages may use it. */
const PURE_PLATFORM =
  '^server/platform/(time|text|errors|wire|encoding|locales|sheets/(formula|csv)|network/cookies)\\.ts$'
/** Constants, and functions that need no library: the browser and the rules of the board use them too. */
const PLAIN = ['^(server|scoring)/.*constants\\.ts$', '^server/platform/(time|text|folding)\\.ts$']
/** Finds the call of a path, for whoever answers it: pure as well. */
const PATHS = '^server/http/paths\\.ts$'
const LIBRARIES = 'node_modules'
/** Tests, and what only they use. */
const TEST = '\\.test\\.tsx?$|/testing/'

/** The modules that routes.js gives a URL. */
const routeModules = [...readFileSync(join(__dirname, 'app/routes.js'), 'utf8').matchAll(/'([^'\n]+)'/g)]
  .map(([, name]) => ['', '.ts', '.tsx'].map((end) => `app/routes/${name}${end}`))
  .flatMap((paths) => paths.filter((path) => /\.tsx?$/.test(path) && existsSync(join(__dirname, path))))
const literal = (path) => path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const ROUTE_MODULE = routeModules.length > 0 ? `^(${routeModules.map(literal).join('|')})$` : '^$'

/** A rule that lets `from` import only the listed paths of ours; libraries and Node are left to other rules. */
const only = (name, comment, from, allowed, exceptFrom) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: [TEST, ...(exceptFrom ? [exceptFrom] : [])] },
  to: {
    path: '^(app|server|scoring|jobs|scripts|tests)/',
    pathNot: allowed,
    dependencyTypesNot: ['type-only']
  }
})

const never = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    never(
      'no-cycle',
      'Two modules that need each other, even for types alone, are one, or hide a third.',
      { pathNot: LIBRARIES },
      { circular: true }
    ),
    never('no-lost-import', 'The import leads nowhere.', {}, { couldNotResolve: true, pathNot: '^virtual:' }),
    never(
      'scripts-start-without-packages',
      'They install the packages: what needs one imports it dynamically, afterwards.',
      { path: '^scripts/.*\\.mjs$' },
      {
        dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown'],
        dynamic: false
      }
    ),
    never(
      'no-test-in-code',
      'Tests and their support are not part of the product.',
      { path: '^(app|server|scoring|jobs)/', pathNot: TEST },
      { path: '\\.test\\.tsx?$|/testing/|^tests/' }
    ),
    never(
      'route-imports-no-route',
      'What two routes share belongs beside them, not into one of them.',
      { path: '^(app|server|scoring|jobs)/' },
      { path: ROUTE_MODULE, dependencyTypesNot: ['type-only'] }
    ),
    only(
      'routes-and-request',
      'Services arrive in the load context; a route that imported one would get a second copy of it.',
      '^app/(routes|request)/',
      [
        '^app/(request|islands|ui|components|styles|i18n|rendering)/',
        '^app/routes/',
        CONTRACT,
        PURE_PLATFORM,
        PATHS,
        ...PLAIN
      ]
    ),
    never(
      'routes-stay-in-their-area',
      'Areas share through app/components and app/request.',
      { path: '^app/routes/([^/]+)/' },
      { path: '^app/routes/', pathNot: '^app/routes/$1/', dependencyTypesNot: ['type-only'] }
    ),
    only('islands', 'What the browser executes knows the pure rules, never the server.', '^app/islands/', [
      '^app/(ui|islands|components|i18n)/',
      '^app/rendering/',
      '^scoring/rules/',
      ...PLAIN
    ]),
    never(
      'browser-without-zod',
      'Validators are for the doors of the server.',
      { path: '^app/(islands|ui|i18n)/', pathNot: TEST },
      { path: 'node_modules/zod/', dependencyTypesNot: ['type-only'] }
    ),
    never(
      'browser-without-node',
      'Browsers have none of it.',
      { path: '^app/(islands|ui|i18n)/', pathNot: TEST },
      { dependencyTypes: ['core'], dependencyTypesNot: ['type-only'] }
    ),
    only('i18n', 'Texts and formats know no page.', '^app/i18n/', ['^app/i18n/', CONTRACT, ...PLAIN]),
    only('rendering', 'What is kept of pages knows none of them.', '^app/rendering/', [
      '^app/(rendering|i18n|islands/runtime)/',
      ...PLAIN
    ]),
    only('ui', 'Wrappers know nothing of pages and domain.', '^app/ui/', [
      '^app/(ui|styles|islands/runtime|i18n)/',
      '^app/components/icons\\.tsx$'
    ]),
    only('components', 'Shared pieces of pages know no route.', '^app/components/', [
      '^app/(components|request|ui|islands/runtime|styles|i18n|rendering)/',
      CONTRACT,
      PURE_PLATFORM,
      ...PLAIN,
      '^scoring/rules/'
    ]),
    never(
      'only-ui-imports-react-aria',
      'The library is wrapped once.',
      { path: '^app/', pathNot: '^app/ui/' },
      { path: 'node_modules/(react-aria|react-stately|@react-aria|@react-stately)' }
    ),
    never(
      'plain-needs-nothing',
      'What the browser gets of the server brings nothing along.',
      { path: PLAIN },
      { path: '.', pathNot: PLAIN, dependencyTypesNot: ['type-only'] }
    ),
    only('rules-are-pure', 'The board is a pure fold.', '^scoring/rules/', [
      '^scoring/rules/',
      CONTRACT,
      ...PLAIN
    ]),
    never(
      'rules-without-libraries',
      'The rules run in the browser too.',
      { path: '^scoring/rules/', pathNot: TEST },
      { dependencyTypes: ['npm', 'npm-dev', 'core'], dependencyTypesNot: ['type-only'] }
    ),
    only(
      'scoring',
      'Scoring uses the platform and the doors of the features.',
      '^scoring/',
      ['^scoring/', '^server/platform/', DOOR],
      '^scoring/main\\.ts$'
    ),
    only(
      'jobs',
      'Jobs use doors.',
      '^jobs/',
      ['^jobs/', '^server/platform/', DOOR, '^scoring/(index|contract)\\.ts$'],
      '^jobs/main\\.ts$'
    ),
    never(
      'features-know-no-outside',
      'The domain does not know who calls it.',
      { path: '^server/(?!http/)[^/]+/', pathNot: TEST },
      {
        path: '^(app|scoring|jobs)/|^server/(http/|main\\.ts|services\\.ts)',
        // The rules of the board are pure functions of the ledger; pages load the file's apart from the board's.
        pathNot: [CONTRACT, '^scoring/rules/(index|ledger-file|ledger-entry)\\.ts$'],
        dependencyTypesNot: ['type-only']
      }
    ),
    never(
      'features-use-doors',
      'Another feature is its door: index.ts or contract.ts.',
      { path: '^server/(?!platform/|http/)([^/]+)/', pathNot: TEST },
      {
        path: '^server/[^/]+/',
        pathNot: ['^server/$1/', '^server/platform/', DOOR],
        dependencyTypesNot: ['type-only']
      }
    ),
    only('db', 'Postgres is below all features.', '^server/db/', ['^server/(db|platform)/']),
    only('platform', 'The platform uses libraries only.', '^server/platform/', ['^server/platform/'])
  ],
  options: {
    doNotFollow: { path: LIBRARIES },
    exclude: { path: '^(build|data|node_modules/\\.)' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types']
    }
  }
}
