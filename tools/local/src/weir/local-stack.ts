import { createWeir, isWeirError, type Weir } from '@weir/client';
import { similarSetting } from '@weir/infra/electrum';
import { UsageError } from '../usage-error.js';
import type { Surroundings } from './command.types.js';

/** Where `npm start` serves them. */
const API = 'http://127.0.0.1:3001';
const DEV = 'http://127.0.0.1:3003/dev';

const VARIABLES = ['WEIR_API', 'WEIR_DEV'];

/** The services that commands talk to. */
export interface LocalServices {
  readonly apiUrl: string;
  readonly devUrl: string;
  readonly weir: Weir;
}

const urlOf = (name: string, text: string): string => {
  if (!URL.canParse(text) || !/^https?:/.test(text)) throw new UsageError(`${name}: "${text}" is not a web address`);
  return text.replace(/\/$/, '');
};

/** Finds the services by their variables, or where `npm start` has them. @throws UsageError */
export const findServices = ({ env, complain }: Pick<Surroundings, 'env' | 'complain'>): LocalServices => {
  for (const name of Object.keys(env)) {
    const similar = VARIABLES.includes(name) ? undefined : similarSetting(name, VARIABLES);
    if (similar !== undefined) complain(`${name} is not a setting and has no effect: did you mean ${similar}?`);
  }
  const apiUrl = urlOf('WEIR_API', env['WEIR_API'] || API);
  const devUrl = urlOf('WEIR_DEV', env['WEIR_DEV'] || DEV);
  return { apiUrl, devUrl, weir: createWeir({ baseUrl: apiUrl, devUrl }) };
};

/** Says of an error of the services what to do about it. */
export const explained = (error: unknown): Error => {
  if (isWeirError(error, 'NO_DEV_KIT', 'CONNECTION_FAILED'))
    return new Error(
      `${error.message}. Start the local stack with npm start, or name another by WEIR_API and WEIR_DEV`,
    );
  return error instanceof Error ? error : new Error(String(error));
};
