/** One form for every file that people write; `npm run format` gives it, lint checks it. */
export default {
  printWidth: 120,
  singleQuote: true,
  plugins: ['@ianvs/prettier-plugin-sort-imports'],
  importOrder: ['<BUILTIN_MODULES>', '<THIRD_PARTY_MODULES>', '^@weir/', '^[.]'],
  importOrderTypeScriptVersion: '5.9.3',
};
