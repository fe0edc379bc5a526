import { buildApp } from '../src/app.js';
import { testHttpConfig, unreachableDependencies } from '../test/support/unreachable.js';

/** A generated document: its path from the repository's root and its text. */
export interface CommittedDocument {
  readonly path: string;
  readonly text: string;
}

/** Returns the documents generated from the app, as they are committed under docs/api. */
export const describeApp = async (): Promise<readonly CommittedDocument[]> => {
  const app = await buildApp(unreachableDependencies().dependencies, testHttpConfig);
  try {
    return [{ path: 'docs/api/openapi.json', text: `${JSON.stringify(app.swagger(), undefined, 2)}\n` }];
  } finally {
    await app.close();
  }
};
