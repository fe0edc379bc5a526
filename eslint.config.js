import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';
import prose from './tools/repository/src/prose/plugin.js';

/** What each layer may import. A test may also import the tools (devnet, Postgres), the wallet and the client. */
const layers = (extra = []) => [
  {
    sourceTag: 'type:app',
    onlyDependOnLibsWithTags: ['type:application', 'type:http', 'type:infra', 'type:schema', 'type:domain', ...extra],
  },
  { sourceTag: 'type:http', onlyDependOnLibsWithTags: ['type:infra', 'type:schema', 'type:domain', ...extra] },
  // Of the schemas only the words and error codes: see WORDS_ONLY.
  { sourceTag: 'type:application', onlyDependOnLibsWithTags: ['type:infra', 'type:schema', 'type:domain', ...extra] },
  { sourceTag: 'type:infra', onlyDependOnLibsWithTags: ['type:schema', 'type:domain', ...extra] },
  { sourceTag: 'type:schema', onlyDependOnLibsWithTags: ['type:schema', 'scope:kinds', ...extra] },
  {
    sourceTag: 'type:domain',
    onlyDependOnLibsWithTags: ['type:domain', ...extra],
    bannedExternalImports: ['fastify', '@fastify/*', 'kysely', 'pg', '@electrum-cash/*', 'ws'],
  },
  // What frontends install: nothing of the service comes along, and no layer of it needs a wallet or calls itself.
  {
    sourceTag: 'type:client',
    // The last two check what is signed; they are loaded when first something is.
    onlyDependOnLibsWithTags: ['type:client', 'scope:verify', 'scope:airdrops', 'scope:kinds', ...extra],
  },
  // Pages know the service by its client alone; they read amounts, lists, dates and prices as the service does.
  {
    sourceTag: 'type:page',
    onlyDependOnLibsWithTags: [
      'type:client',
      'scope:airdrops',
      'scope:calendar',
      'scope:payments',
      'scope:kinds',
      ...extra,
    ],
  },
  { sourceTag: 'type:tool', onlyDependOnLibsWithTags: ['*'] },
];

const boundaries = (extra) => [
  'error',
  {
    enforceBuildableLibDependency: false,
    allow: ['^.*/jest\\.preset\\.js$'],
    depConstraints: layers(extra),
    // What a page loads when it is needed, its tests have at once.
    checkDynamicDependenciesExceptions: extra.length > 0 ? ['@weir/wallet'] : [],
  },
];

const WORDS_ONLY = {
  name: '@weir/api-contract',
  message: 'Below the routes there are only the words and error codes: @weir/api-contract/words.',
};

/** What loads the database or the API, of libraries and of our own packages. */
const NEEDS_DATABASE = [
  ...['kysely', 'pg', 'fastify'],
  ...['infra', 'indexing', 'services', 'http', 'api', 'api-contract', 'indexer'].map((name) => `@weir/${name}`),
];
const WITHOUT_DATABASE =
  'This runs without the database and the API: @weir/infra/electrum, @weir/infra/oracle and @weir/indexing/products do.';

/** `{ ...{ a, b }, c }` is `{ a, b, c }`: the spread only saves lines. */
const NO_SPREAD_LITERAL = {
  selector: 'ObjectExpression > SpreadElement > ObjectExpression',
  message: 'Write the properties out, one line each.',
};

const tests = ['**/*.spec.ts', '**/test/**/*.ts'];

/** The words of SQL are not prose: names of columns, and what statements say to the database. */
const SQL = 'libs/infra/src/database/migrations/**/*.ts';

/** Where things are, and who may import whom. What the types say of the code is Oxlint's work (.oxlintrc.json). */
export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      '.nx/**',
      '.weir/**',
      '**/artifacts/**',
      '**/generated/**',
      'tools/repository/src/forbidden/**',
    ],
  },
  { plugins: { '@nx': nx, '@typescript-eslint': tseslint.plugin } },
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: { parser: tseslint.parser },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: { '@nx/enforce-module-boundaries': boundaries([]) },
  },
  {
    files: ['**/*.ts', '**/*.tsx', '**/*.js', '**/*.mjs'],
    rules: { 'no-restricted-syntax': ['error', NO_SPREAD_LITERAL] },
  },
  {
    // Domain code is pure: no I/O of any kind, not even Node's own. Entry points (a worker thread, a command) are exempt.
    files: [
      'libs/vesting/src/**/*.ts',
      'libs/verify/src/**/*.ts',
      'libs/kinds/src/**/*.ts',
      'libs/payments/src/**/*.ts',
      'libs/calendar/src/**/*.ts',
      'libs/merkle/src/**/*.ts',
      'libs/covenants/src/**/*.ts',
      'contracts/src/**/*.ts',
    ],
    ignores: [...tests, 'libs/merkle/src/worker/**/*.ts', 'libs/verify/src/cli/weir-verify.ts'],
    rules: {
      'no-restricted-imports': ['error', { patterns: [{ group: ['node:*'], message: 'Domain code does no I/O.' }] }],
    },
  },
  {
    files: tests,
    rules: { '@nx/enforce-module-boundaries': boundaries(['type:tool', 'type:client']) },
  },
  {
    // Takes the transactions of the contracts' tests by path: their package is published, its tests are not.
    files: ['tools/proofs/test/contract-trials.ts'],
    rules: { '@nx/enforce-module-boundaries': 'off' },
  },
  {
    files: ['libs/services/src/**/*.ts', 'libs/infra/src/**/*.ts', 'libs/indexing/src/**/*.ts'],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { paths: [WORDS_ONLY] }] },
  },
  {
    // Recovery works without the service, and what it shares with the indexer loads no database: types alone are erased.
    files: [
      'tools/recover/src/**/*.ts',
      'libs/indexing/src/products/**/*.ts',
      'libs/infra/src/electrum/**/*.ts',
      'libs/infra/src/oracle/**/*.ts',
    ],
    ignores: tests,
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          // Exact names: the entry points of these packages that need no database stay free.
          paths: NEEDS_DATABASE.map((name) => ({ name, allowTypeImports: true, message: WITHOUT_DATABASE })),
          patterns: [
            {
              group: ['@fastify/*', '**/database/**', '**/indexer-database/**'],
              allowTypeImports: true,
              message: WITHOUT_DATABASE,
            },
          ],
        },
      ],
    },
  },
  {
    // Browsers deny these, or report what is none: one module each reads them, and guards against that.
    files: ['apps/console/src/**/*.ts', 'apps/console/src/**/*.tsx'],
    ignores: [...tests, 'apps/console/src/storage/browser.ts', 'apps/console/src/language/locale.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        NO_SPREAD_LITERAL,
        {
          selector: 'Identifier[name=/^(localStorage|sessionStorage|indexedDB|caches|BroadcastChannel)$/]',
          message: 'Browsers may deny it. Use src/storage (kept, keptInTab, openCache, serviceWorkers, tabLocks).',
        },
        {
          selector: "MemberExpression[object.name='Intl'], Identifier[name=/^(toLocale\\w+|localeCompare)$/]",
          message: 'A language tag that Intl does not know makes it fail. Use src/language/locale.ts.',
        },
        {
          selector: "MemberExpression[object.name='navigator'][property.name=/^(languages?|locks|serviceWorker)$/]",
          message: 'Use preferredTags of src/language/locale.ts, or tabLocks and serviceWorkers of src/storage.',
        },
      ],
    },
  },
  {
    // The words of what people read, and of the names of the code; those of documents are checked by eslint.documents.config.js.
    files: ['**/*.ts', '**/*.tsx', '**/*.js', '**/*.mjs'],
    ignores: ['tools/repository/src/prose/**'],
    plugins: { prose },
    rules: { 'prose/comments': 'error', 'prose/tests': 'error', 'prose/errors': 'error', 'prose/names': 'error' },
  },
  {
    files: ['apps/*/src/**/*.{ts,tsx}', 'libs/*/src/**/*.ts', 'tools/*/src/**/*.ts', 'contracts/src/**/*.ts'],
    ignores: [...tests, SQL, 'tools/repository/src/plain-words.ts'],
    rules: { 'prose/strings': 'error', 'prose/texts': 'error' },
  },
  {
    files: ['**/*.js'],
    languageOptions: { ecmaVersion: 2024, sourceType: 'module' },
  },
);
