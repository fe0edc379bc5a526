import { Environment as ApiEnvironment } from '@weir/api';
import { schemaProperties } from '@weir/http';
import { Environment as IndexerEnvironment } from '@weir/indexer';

/** Returns the module with the names of all settings, which code that knows neither service reads. */
export const settingNames = (): string => {
  const names = [
    ...new Set([...schemaProperties(ApiEnvironment).keys(), ...schemaProperties(IndexerEnvironment).keys()]),
  ];
  return `/** Names of all settings of both services: written by \`npm run docs\` from their schemas. */
export const SETTING_NAMES: readonly string[] = [
${names.map((name) => `  '${name}',`).join('\n')}
];
`;
};
