/**
 * Who may import whom; docs/ARCHITECTURE.md says why. Paths are those of the imported file.
 *   lib, rich-text, i18n -> ui
 *   lib, rich-text, i18n -> config, policy, db, platform -> features -> layout, pages -> routes.ts
 *   server/ on top of all
 */
const source = '\\.[cm]?[jt]sx?$';
const test = '\\.test\\.tsx?$';
/** Texts import nothing; i18n/ puts those of all areas together. */
const texts = '/texts/en\\.json$';
const serverOnly = '\\.server\\.tsx?$';

/** The rooms of app/ that the features stand on. */
const ground = '^app/(policy|config)/(?!navigation)';
/** The areas, the lowest first: each may use those before it, by types as well. */
const { areas } = require('./scripts/areas.cjs');
const top = '^app/(routes\\.ts$|root\\.tsx$|entry\\.)';
/** Lists of what the features have: read by layout, server/ and pages, not by the ground. */
const lists = '^app/(policy/navigation|jobs\\.server)\\.tsx?$';

module.exports = {
  forbidden: [
    {
      name: 'lib-and-texts-stand-alone',
      comment: 'lib/ and i18n/ know only each other, so that anything may use them.',
      severity: 'error',
      from: { path: '^app/(lib|rich-text|i18n)/', pathNot: [test, '^app/i18n/.+\\.server\\.ts$'] },
      to: { path: '^(app|server)/', pathNot: ['^app/(lib|rich-text|i18n)/', texts] },
    },
    {
      name: 'texts-know-only-the-configuration',
      comment: 'Which languages are active is configuration; nothing else of ours concerns i18n/.',
      severity: 'error',
      from: { path: '^app/i18n/.+\\.server\\.ts$', pathNot: test },
      to: { path: '^(app|server)/', pathNot: '^app/(lib/|i18n/|config/config\\.server\\.ts$)' },
    },
    {
      name: 'lib-runs-anywhere',
      comment: 'What lib/ and ui/ offer to browsers must not need the server.',
      severity: 'error',
      from: { path: '^app/(lib|ui)/', pathNot: [test, serverOnly] },
      to: { path: serverOnly, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'widgets-know-nothing-of-us',
      comment: 'ui/ wraps the UI library; what it shows is handed to it.',
      severity: 'error',
      from: { path: '^app/ui/', pathNot: test },
      to: { path: '^(app|server)/', pathNot: '^app/(ui|lib|rich-text|i18n)/' },
    },
    {
      name: 'ground-below-features',
      comment: 'db/, platform/, permissions and errors are used by features, never the reverse.',
      severity: 'error',
      from: { path: ['^app/(db|platform)/', ground], pathNot: [test, '^app/db/schema/'] },
      to: { path: ['^app/(features|layout|ui)/', lists, top] },
    },
    {
      name: 'tables-take-types-of-areas',
      comment:
        'What a JSON column holds is declared by its area, once; nothing else is taken from it.',
      severity: 'error',
      from: { path: '^app/db/schema/' },
      to: { path: '^app/(features|layout|ui)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'features-below-layout',
      comment: 'A feature does not know the frame it is shown in.',
      severity: 'error',
      from: { path: '^app/features/', pathNot: test },
      to: { path: ['^app/(layout|pages)/', top, '^app/jobs\\.server\\.ts$'] },
    },
    ...areas.map((area, position) => ({
      name: `${area}-uses-what-is-below`,
      comment: 'Arrows between areas point down only; what two areas share is a noun further down.',
      severity: 'error',
      from: { path: `^app/features/${area}/`, pathNot: test },
      to: { path: `^app/features/(${areas.slice(position + 1).join('|') || 'none'})/` },
    })),
    {
      name: 'areas-meet-at-the-front-door',
      comment:
        'What an area does on the server is asked for at a front door, which has the name of its folder; schemas, types and components may be used.',
      severity: 'error',
      from: { path: '^app/features/([^/]+)/', pathNot: test },
      to: {
        path: '^app/features/[a-z/-]+[.a-z]*\\.server\\.tsx?$',
        pathNot: [
          '^app/features/$1/',
          '^app/features/([^/]+)/\\1\\.server\\.tsx?$',
          '^app/features/[^/]+/([^/]+)/\\2\\.server\\.tsx?$',
          // What an area declares of what it keeps.
          '^app/features/[^/]+/retention\\.server\\.ts$',
        ],
      },
    },
    {
      name: 'server-only-stays-on-the-server',
      comment:
        'Only .server, .route, .email, .test, root, entry.server and db/ import server-only files at run time; types are free.',
      severity: 'error',
      from: {
        path: '^app/',
        pathNot: [
          serverOnly,
          '\\.(route|email)\\.tsx?$',
          test,
          '^app/(root|entry\\.server)\\.tsx?$',
          '^app/db/',
        ],
      },
      to: { path: [serverOnly, '^app/db/'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'queries-only-on-the-server',
      comment: 'drizzle-orm only in db/ and *.server.ts: no SQL in routes or components.',
      severity: 'error',
      from: { path: '^(app|server)/', pathNot: ['^app/db/', serverOnly, test] },
      to: { path: '^(node_modules/)?(drizzle-orm|pg)(/|$)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'routes-are-not-imported',
      comment: 'A route is reached by its address, through routes.ts.',
      severity: 'error',
      from: {},
      to: { path: '\\.route\\.tsx?$' },
    },
    {
      name: 'app-below-server',
      comment: 'app/ runs in any server; server/ composes it.',
      severity: 'error',
      from: { path: '^app/' },
      to: { path: '^server/' },
    },
    {
      name: 'site-without-its-tests',
      comment: 'What is shipped does not need tests, factories, benchmarks or scripts.',
      severity: 'error',
      from: { path: '^(app|server)/', pathNot: test },
      to: { path: ['^(tests|ops|scripts)/', test] },
    },
    {
      name: 'site-without-tools',
      comment: 'What is shipped imports what is installed in production.',
      severity: 'error',
      from: { path: '^(app|server)/', pathNot: [test, '^app/routes\\.ts$', '\\.d\\.ts$'] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '/@types/' },
    },
    {
      name: 'declared-packages-only',
      comment: 'A package that comes along with another may go with it.',
      severity: 'error',
      from: { path: '^(app|server|tests|ops)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-cycles',
      comment: 'No cycles at run time.',
      severity: 'error',
      from: { path: '^(app|server|tests)/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-barrels',
      comment: 'A name is imported from the file that holds it.',
      severity: 'error',
      from: { path: '^(app|server)/' },
      to: { dependencyTypes: ['export'] },
    },
    {
      name: 'imports-exist',
      comment: 'A path that resolves to nothing is checked by no rule.',
      severity: 'error',
      from: { path: source },
      to: { couldNotResolve: true, pathNot: '^(virtual:|\\./\\+types/|.*\\.(css|svg|txt)\\?)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)\\+types/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
