import { encodeDataPush, flattenBinArray } from '@bitauth/libauth';
import { pushesOf } from '../bytes/read-pushes.js';
import { partyOf } from '../chain/party.js';
import { readPlanCall } from './plan-consent.js';
import { createPlanContracts, planArtifactOf, type PlanCall, type PlanContract } from './plan-contract.js';
import { defaultPlanFees, type PlanProduct } from './plan-limits.js';
import type { PlanGroup } from './plan-terms.js';

/** Where the hash begins and ends in a script, and where what is behind it ends. */
const [HASH_FROM, HASH_TO, BEHIND_TO] = [11, 43, 47];

const SENDER = partyOf({ kind: 'P2SH32', hash: new Uint8Array(32).fill(7) }) ?? new Uint8Array();
const VESTING: PlanGroup = { kind: 'VESTING', cliff: 0n, step: 1n, noticeBlocks: 36 };
const RECURRING: PlanGroup = {
  kind: 'RECURRING',
  interval: 86_400n,
  noticeBlocks: 36,
  pausable: true,
  cancelable: true,
};
const CALLS: Readonly<Record<PlanGroup['kind'], readonly PlanCall[]>> = {
  VESTING: ['pay', 'end', 'cancel', 'refund', 'finish', 'announce', 'sweep', 'collect'],
  RECURRING: ['pay', 'end', 'stop', 'settle', 'resume', 'collect', 'refund', 'announce', 'sweep', 'finish'],
};

const contractOf = (product: PlanProduct, nonce = 9): PlanContract => {
  const [contract] = createPlanContracts(
    {
      product,
      sender: SENDER,
      nonce: new Uint8Array(16).fill(nonce),
      ...defaultPlanFees(product),
      cancelFills: 17n,
      delay: 1_008,
      groups: [product.startsWith('VESTING') ? VESTING : RECURRING],
    },
    'devnet',
  );
  if (contract === undefined) throw new Error('One group is one contract');
  return contract;
};

const callOf = (contract: PlanContract, name: PlanCall): Uint8Array =>
  contract.call(name).generateUnlockingBytecode({
    transaction: { inputs: [], locktime: 0, outputs: [], version: 2 },
    sourceOutputs: [],
    inputIndex: 0,
  });

const pushed = (pushes: readonly Uint8Array[]): Uint8Array => flattenBinArray(pushes.map(encodeDataPush));

describe.each(['VESTING_BCH', 'VESTING_TOKEN', 'RECURRING_BCH', 'RECURRING_TOKEN'] as const)(
  'a call of a plan of %s',
  (product) => {
    const contract = contractOf(product);
    const calls = CALLS[contract.group.kind].map((name) => [name, callOf(contract, name)] as const);

    it.each(calls)('is recognized without its plan, and read by its contract: %s', (name, unlocking) => {
      const { lockingBytecode } = contract;
      expect(readPlanCall(unlocking)).toEqual({ product, lockingBytecode, call: name });
      expect(contract.readCall(unlocking)).toBe(name);
      expect(contractOf(product, 8).readCall(callOf(contract, name))).toBeUndefined();
    });

    it('shows wallets what their signature would cover: the script in a payment, else the code that runs', () => {
      for (const [name, unlocking] of calls) {
        const pushes = pushesOf(unlocking);
        const covered = pushes.at(name === 'pay' ? -1 : -2);
        expect(contract.call(name)).toMatchObject({ walletContract: { redeemScript: covered } });
      }
    });

    it('is not recognized where the script differs in a byte of its payment or of the frame around its hash', () => {
      const script = contract.redeemScript;
      const code = script.length - 1 - planArtifactOf(product).shown.bytecode.length / 2;
      // The hash, and what the parameters are, may be any.
      const isFixed = (at: number): boolean => at < HASH_FROM || (at >= HASH_TO && at < BEHIND_TO) || at >= code;
      for (const at of [...script.keys()].filter(isFixed))
        expect(readPlanCall(pushed([script.with(at, (script[at] ?? 0) ^ 1)]))?.call).toBeUndefined();
      expect(readPlanCall(pushed([Uint8Array.of(...script, 0x61)]))).toBeUndefined();
      expect(readPlanCall(new Uint8Array())).toBeUndefined();
    });

    it('has no function where other code runs, or anything is pushed below a payment', () => {
      const [, , cancel] = calls;
      const pushes = cancel === undefined ? [] : pushesOf(cancel[1]);
      const [before, behind, code, script] = pushes;
      if (before === undefined || behind === undefined || code === undefined || script === undefined)
        throw new Error('A hidden function takes four pushes');
      const changed = [
        [before, behind, code.with(-1, (code.at(-1) ?? 0) ^ 1), script],
        [behind, before, code, script],
        [before, behind, Uint8Array.of(0x61, ...code), script],
        [before, script],
        [new Uint8Array(), script],
        [new Uint8Array(), before, behind, code, script],
      ];
      expect(changed.map((each) => readPlanCall(pushed(each))?.call)).toEqual([
        ...[undefined, undefined, undefined, undefined, undefined],
        // Only what the script reads counts: the network refuses the rest.
        cancel?.[0],
      ]);
    });
  },
);
