import markdown from '@eslint/markdown';
import prose from './tools/repository/src/prose/plugin.js';

/** The prose of the documents. Specs of tools/repository and tools/site check their links, samples and places. */
export default [
  {
    ignores: ['**/node_modules/**', '**/dist/**', '.nx/**', '.weir/**', '**/generated/**', 'CHANGELOG.md'],
  },
  {
    files: ['**/*.md'],
    plugins: { markdown, prose },
    language: 'markdown/gfm',
    rules: { 'prose/documents': ['error', { words: 40 }] },
  },
];
