import {
  authenticationInstructionsAreMalformed,
  binsAreEqual,
  decodeAuthenticationInstructions,
} from '@bitauth/libauth';
import { bytesKey, readUnsigned } from '../bytes/read-bytes.js';
import { createPlanContracts, type PlanContract } from './plan-contract.js';
import type { PlanProduct } from './plan-limits.js';
import { findPlanTermsProblem, type PlanGroup, type PlanTerms } from './plan-terms.js';

/** Number of constructor parameters of the vesting and of the recurring covenant. */
const [VESTING_PUSHES, RECURRING_PUSHES] = [7, 8];

/** Returns what the first instructions of a script push; small numbers as one byte. */
const pushesOf = (script: Uint8Array): readonly Uint8Array[] => {
  const instructions = decodeAuthenticationInstructions(script);
  if (authenticationInstructionsAreMalformed(instructions)) return [];
  return instructions.slice(0, RECURRING_PUSHES).map((instruction) => {
    if ('data' in instruction) return instruction.data;
    const small = instruction.opcode - 0x50;
    return small >= 1 && small <= 16 ? Uint8Array.of(small) : new Uint8Array();
  });
};

const number = (push: Uint8Array | undefined): bigint => readUnsigned(push ?? new Uint8Array());

/** Reads the parameters of a group that a script of a kind would begin with, the last one first. */
const groupOf = (kind: PlanGroup['kind'], pushes: readonly Uint8Array[]): PlanGroup =>
  kind === 'VESTING'
    ? { kind, noticeBlocks: Number(number(pushes[3])), step: number(pushes[4]), cliff: number(pushes[5]) }
    : {
        kind,
        pausable: number(pushes[3]) === 1n,
        cancelable: number(pushes[4]) === 1n,
        noticeBlocks: Number(number(pushes[5])),
        interval: number(pushes[6]),
      };

const termsOf = (product: PlanProduct, pushes: readonly Uint8Array[]): PlanTerms | undefined => {
  const kind = product.startsWith('VESTING') ? 'VESTING' : 'RECURRING';
  const [nonce, fill, bound] = pushes;
  const sender = pushes[(kind === 'VESTING' ? VESTING_PUSHES : RECURRING_PUSHES) - 1];
  const feeBound = number(bound);
  if (nonce === undefined || sender === undefined || feeBound === 0n) return undefined;
  const cancelFills = number(fill) / feeBound;
  const terms = { product, sender, nonce, feeBound, cancelFills, groups: [groupOf(kind, pushes)] };
  return findPlanTermsProblem(terms, true) === undefined ? terms : undefined;
};

const PRODUCTS: readonly PlanProduct[] = ['VESTING_BCH', 'VESTING_TOKEN', 'RECURRING_BCH', 'RECURRING_TOKEN'];

/**
 * Recognizes a plan's redeem script, whose terms are read out of the script itself; undefined for any script that
 * differs from a plan's in a single byte. The contract is that of the devnet, whose scripts are those of every
 * network.
 */
export const readPlanScript = (redeemScript: Uint8Array): PlanContract | undefined => {
  const pushes = pushesOf(redeemScript);
  for (const product of PRODUCTS) {
    const terms = termsOf(product, pushes);
    // The script is the same on every network; the devnet accepts the shortest notices.
    const [contract] = terms === undefined ? [] : createPlanContracts(terms, 'devnet');
    if (contract !== undefined && binsAreEqual(contract.redeemScript, redeemScript)) return contract;
  }
  return undefined;
};

/** Creates a {@link readPlanScript} that remembers its answers, for many inputs of few scripts. */
export const createPlanScriptReader = (): typeof readPlanScript => {
  const known = new Map<string, PlanContract | undefined>();
  return (script) => {
    const key = bytesKey(script);
    if (!known.has(key)) known.set(key, readPlanScript(script));
    return known.get(key);
  };
};
