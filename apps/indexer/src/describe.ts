import { versionOf, type SwaggerOptions } from '@weir/http';

/** General information of the indexer's OpenAPI document. */
export const DESCRIPTION: SwaggerOptions = {
  title: 'Weir indexer',
  version: versionOf(new URL('../package.json', import.meta.url)),
  description:
    'Mined chain state, found by announcements on the chain alone. Amounts are decimal BCH or base units of a token, with the exact text beside them; times are Unix seconds.',
  tags: [
    { name: 'indexer', description: 'Contracts as the chain shows them.' },
    { name: 'process', description: 'For operators.' },
  ],
};
