import markdown from '@eslint/markdown';
import prose from './tools/repository/src/prose/plugin.js';

/** Documents that still have long sentences or habits to remove. */
const UNEDITED = [
  'apps/api/README.md',
  'apps/console/README.md',
  'contracts/README.md',
  'deploy/kubernetes/README.md',
  'docs/api/events.md',
  'docs/api/exports.md',
  'docs/api/lists.md',
  'docs/api/tokens.md',
  'docs/architecture.md',
  'docs/capacity.md',
  'docs/indexer/README.md',
  'docs/postgres.md',
  'docs/proofs.md',
  'docs/tasks/drop-to-a-list.md',
  'docs/tasks/pay-salaries.md',
  'docs/tasks/react-to-events.md',
  'docs/tasks/vest-for-a-team.md',
  'libs/api-contract/README.md',
  'libs/client/README.md',
  'libs/covenants/README.md',
  'libs/http/README.md',
  'libs/indexing/README.md',
  'libs/infra/README.md',
  'libs/merkle/README.md',
  'libs/services/README.md',
  'libs/verify/README.md',
  'libs/wallet/README.md',
  'tools/devnet/README.md',
  'tools/devnet/test/fixtures/electrum/README.md',
  'tools/proofs/README.md',
  'tools/simulation/README.md',
  'tools/site/README.md',
  'tools/testing/README.md',
];

/** The prose of the documents. Specs of tools/repository and tools/site check their links, samples and places. */
export default [
  {
    ignores: ['**/node_modules/**', '**/dist/**', '.nx/**', '.weir/**', '**/generated/**', 'CHANGELOG.md', ...UNEDITED],
  },
  {
    files: ['**/*.md'],
    plugins: { markdown, prose },
    language: 'markdown/gfm',
    rules: { 'prose/documents': ['error', { words: 40 }] },
  },
];
