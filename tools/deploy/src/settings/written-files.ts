import { Environment as ApiEnvironment } from '@weir/api';
import { Environment as IndexerEnvironment } from '@weir/indexer';
import { withSettings } from './compose-settings.js';
import { envExample } from './env-example.js';
import { settingNames } from './setting-names.js';
import { withSettingsTable } from './settings-table.js';

/** Files with the services' settings, relative to the repository's root: what `npm run docs` makes of their text. */
export const writtenFiles: Readonly<Record<string, (text: string) => string>> = {
  'compose.yaml': withSettings,
  'docs/operations.md': withSettingsTable,
  '.env.example': () => envExample(ApiEnvironment),
  'apps/indexer/.env.example': () => envExample(IndexerEnvironment),
  'libs/infra/src/settings/setting-names.ts': settingNames,
};
