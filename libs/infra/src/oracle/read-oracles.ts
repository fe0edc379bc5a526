import { hexToBin, secp256k1 } from '@bitauth/libauth';
import { checkTarget, OutboundError, type TargetRules } from '../outbound/check-target.js';

/** An oracle that the operator configured. */
export interface Oracle {
  /** Three letters: what it signs prices in. */
  readonly currency: string;
  /** Decimals of its prices: 2 where it signs cents for one BCH. */
  readonly decimals: number;
  /** Compressed, 66 hex digits. */
  readonly publicKey: string;
  /** Addresses of servers that hand out its messages, without a slash at the end. All are asked. */
  readonly relays: readonly string[];
}

/** Returns the name of an oracle in logs and metrics: its currency and the beginning of its key. */
export const oracleName = ({ currency, publicKey }: Pick<Oracle, 'currency' | 'publicKey'>): string =>
  `${currency}-${publicKey.slice(0, 8)}`;

const ORACLE = /^([A-Z]{3}):([0-8]):([0-9a-f]{66})@(\S+)$/u;
const MAX_RELAYS = 8;

const findRelayProblem = (relay: string, rules: TargetRules): string | undefined => {
  try {
    const url = checkTarget(relay, rules);
    return url.search === '' && url.hash === '' && !/[?#]/u.test(relay)
      ? undefined
      : 'The URL must end with its path, without ? and #';
  } catch (error) {
    if (error instanceof OutboundError) return error.message;
    throw error;
  }
};

const readOracle = (text: string, rules: TargetRules): Oracle | string => {
  const [, currency = '', decimals = '', publicKey = '', list = ''] = ORACLE.exec(text) ?? [];
  if (list === '')
    return `has the part ${text}, which is not currency:decimals:key@relay, such as USD:2:<66 hex digits>@https://oracle.example`;
  if (!secp256k1.validatePublicKey(hexToBin(publicKey))) return `has the key ${publicKey}, which is not on the curve`;
  const relays = list.split(',').map((relay) => relay.replace(/\/+$/u, ''));
  if (relays.length > MAX_RELAYS) return `has ${relays.length} relays of ${currency}: at most ${MAX_RELAYS} are asked`;
  if (new Set(relays).size < relays.length) return `names a relay of ${currency} twice`;
  for (const relay of relays) {
    const problem = findRelayProblem(relay, rules);
    if (problem !== undefined) return `has the relay ${relay}. ${problem}`;
  }
  return { currency, decimals: Number(decimals), publicKey, relays };
};

/**
 * Reads the setting `ORACLES`: oracles separated by spaces, each as `currency:decimals:key@relay,relay`.
 *
 * @returns the oracles, or what is wrong with the text, to be put behind its name
 *
 * @example
 * readOracles(`USD:2:${key}@https://one.example,https://two.example`, { allowPrivate: false });
 */
export const readOracles = (text: string, rules: TargetRules): readonly Oracle[] | string => {
  const oracles: Oracle[] = [];
  for (const part of text.split(/\s+/u).filter((each) => each !== '')) {
    const oracle = readOracle(part, rules);
    if (typeof oracle === 'string') return oracle;
    if (oracles.some(({ publicKey }) => publicKey === oracle.publicKey)) return `has the key ${oracle.publicKey} twice`;
    oracles.push(oracle);
  }
  return oracles;
};
