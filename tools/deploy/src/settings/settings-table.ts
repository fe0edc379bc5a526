import { Environment as ApiEnvironment } from '@weir/api';
import { Environment as IndexerEnvironment } from '@weir/indexer';
import { type DescribedSetting, describedSettings } from './described-settings.js';
import { withPart } from './written-part.js';

const LINES = ['<!-- Written by `npm run docs`: -->\n\n', '\n\n<!-- End of what is written. -->\n'] as const;

const api = describedSettings(ApiEnvironment);
const indexer = describedSettings(IndexerEnvironment);

const code = (text: string): string => `\`${text}\``;

const rowOf = (name: string): string => {
  const [ofApi, ofIndexer] = [api.get(name), indexer.get(name)];
  const settings = [ofApi, ofIndexer].filter((one): one is DescribedSetting => one !== undefined);
  const only = ofApi === undefined ? 'indexer' : 'API';
  const service = settings.length === 1 ? only : 'both';
  const defaults = new Set(settings.flatMap((one) => (one.default === undefined ? [] : [code(one.default)])));
  const { description = '', unit = '-' } = settings[0] ?? {};
  return `| ${[code(name), service, [...defaults].join(' / ') || '-', unit, description].join(' | ')} |`;
};

/**
 * Returns docs/operations.md with the table of all settings of both services, from the descriptions in their schemas.
 *
 * @throws Error where the file lacks the lines that mark its place
 */
export const withSettingsTable = (operations: string): string => {
  const names = [...new Set([...api.keys(), ...indexer.keys()])];
  const head = ['| Setting | Service | Default | Unit | Meaning |', '|---|---|---|---|---|'];
  return withPart(operations, LINES, [...head, ...names.map(rowOf)].join('\n'));
};
