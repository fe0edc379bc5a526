import { join } from 'node:path';
import ts from 'typescript';
import { readProgram } from '../import-graph.js';
import { ROOT } from '../repository-files.js';
import { type Way, walkInput } from './walk-input.js';

/** A way that is kept short: from a use case to where the services end, at the database and the chain. */
interface KeptWay {
  readonly path: string;
  readonly name: string;
  /** Places of the parameters that are the input. */
  readonly parameters: readonly number[];
  /** Whether its parsed forms are followed as well. */
  readonly followsParsed: boolean;
  readonly most: { readonly functions?: number; readonly returns?: number; readonly names?: number };
}

/** The ways by their names. */
export const WAYS: Readonly<Record<string, KeptWay>> = {
  confirmClaim: {
    path: 'libs/services/src/airdrops/claims/confirm-claim.ts',
    name: 'confirmClaim',
    parameters: [1, 2],
    followsParsed: true,
    most: { functions: 15, returns: 6 },
  },
  claimCampaign: {
    path: 'libs/services/src/airdrops/claims/claim-campaign.ts',
    name: 'claimCampaign',
    parameters: [1, 2],
    followsParsed: true,
    most: { functions: 20, returns: 8 },
  },
  createLock: {
    path: 'libs/services/src/streams/create/create-lock.ts',
    name: 'createLock',
    parameters: [1],
    followsParsed: false,
    most: { names: 6 },
  },
};

const isOfServices = (path: string): boolean => path.startsWith('libs/services/src/');

/** Follows some of the ways. The program is read once for all. */
export const walkWays = (names: readonly string[]): ReadonlyMap<string, Way> => {
  const services = join(ROOT, 'libs/services');
  const { options } = readProgram(join(services, 'tsconfig.json'), services);
  const chosen = names.flatMap((name): [string, KeptWay][] => (WAYS[name] === undefined ? [] : [[name, WAYS[name]]]));
  const program = ts.createProgram({ rootNames: chosen.map(([, { path }]) => join(ROOT, path)), options });
  return new Map(chosen.map(([name, way]) => [name, walkInput(program, way, { ...way, enters: isOfServices })]));
};
