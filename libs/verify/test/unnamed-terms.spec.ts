import { binToHex, utf8ToBin } from '@bitauth/libauth';
import {
  buildAirdropFunding,
  buildPlanFunding,
  createAirdropContract,
  createAirdropNonce,
  defaultPlanFees,
  layOutPlan,
  lockingBytecodeOf,
  MAX_STANDARD_SIZE,
  planFeeLimits,
} from '@weir/covenants';
import { leafOfRow, MerkleTree } from '@weir/merkle';
import { type AskedEffect, excludeEachOther, summarize, verify } from '../src/index.js';
import { DAY, hashOf, lockOf, NOW, TIP, walletOf } from './support/coins.js';
import { addressAt, type Flow, flowOf, NETWORK } from './support/flow.js';
import { withOutputs } from './support/lies/moved-units.js';
import { movableLockFlows } from './support/lock-flows.js';
import { vaultFlows } from './support/vault-flows.js';

const flowNamed = (name: string): Flow => {
  const flow = vaultFlows().find((each) => each.name === name);
  if (flow === undefined) throw new Error(`No transaction is called ${name}`);
  return flow;
};

const recipient = lockingBytecodeOf(hashOf(0x21));
const TOTAL = 100_000_000n;

/** The funding of a stream, asked for by its recipient, total and schedule. */
const planFunding = (terms: {
  readonly cancelFills?: bigint;
  readonly delay?: number;
  readonly fee?: bigint;
  readonly floor?: bigint;
}): Flow => {
  const sender = walletOf(1);
  const group = { kind: 'VESTING', cliff: 0n, step: 1n, noticeBlocks: 36 } as const;
  const stream = { kind: 'VESTING', recipient, total: TOTAL, start: NOW, end: NOW + 100n * DAY, group } as const;
  const shared = { ...defaultPlanFees('VESTING_BCH'), cancelFills: 17n, delay: 1_008, ...terms };
  const draft = { product: 'VESTING_BCH', sender: lockOf(sender), nonce: new Uint8Array(16).fill(7) } as const;
  const layout = layOutPlan({ ...draft, ...shared, streams: [stream] }, NETWORK);
  const [part] = layout.ok ? layout.parts : [];
  if (part === undefined) throw new Error('The plan is sound');
  const asked: AskedEffect = {
    kind: 'OPENS_STREAMS',
    sender: addressAt(lockOf(sender)),
    asset: undefined,
    streams: [
      {
        recipient: addressAt(recipient),
        total: TOTAL,
        schedule: { kind: 'VESTING', start: NOW, end: NOW + 100n * DAY, cliff: NOW, step: 1n },
      },
    ],
  };
  return flowOf('funding', buildPlanFunding(part, sender, TIP).transaction, sender, [asked]);
};

/** The funding of a list of six rows, asked for by its roots, pool and number of rows. */
const listFunding = (depth: number, lanes: 1 | 2 = 1): Flow => {
  const creator = walletOf(0x51);
  const rows = [0, 1, 2, 3, 4, 5].map((row) => ({ hash: hashOf(0x60 + row), amount: 10_000n + BigInt(row) }));
  const list = Array.from({ length: lanes }, (_, lane) => {
    const own = rows.filter((_row, index) => index % lanes === lane);
    const tree = MerkleTree.of(own.map(({ hash, amount }) => leafOfRow(hash, amount)));
    return { lane, root: tree.root, rows: own.length, total: own.reduce((sum, { amount }) => sum + amount, 0n) };
  });
  const total = rows.reduce((sum, { amount }) => sum + amount, 0n);
  const contract = createAirdropContract(
    {
      kind: 'WHITELIST',
      creator: creator.hash,
      start: NOW - DAY,
      end: 0n,
      cancelable: true,
      sponsored: true,
      lanes,
      depth,
      rows: rows.length,
      total,
      nonce: createAirdropNonce(utf8ToBin('campaign 009')),
    },
    NETWORK,
  );
  return flowOf('list', buildAirdropFunding(contract, creator, TIP, list).transaction, creator, [
    {
      kind: 'OPENS_CAMPAIGN',
      creator: addressAt(lockOf(creator)),
      asset: undefined,
      pool: total,
      claims: rows.length,
      roots: list.map(({ root }) => binToHex(root)),
      pools: list.map((lane) => lane.total),
    },
  ]);
};

const verdict = ({ request, signer, asked }: Flow) => verify(request, signer, asked);

describe('terms that a request does not name', () => {
  it('accepts the usual number of payments that a cancel pays for, and refuses any other', () => {
    expect(summarize(verdict(planFunding({}))).rows.map(({ label }) => label)).not.toContain(
      'Payments that a cancel pays for',
    );
    for (const cancelFills of [1n, 16n, 18n, 65n, 255n])
      expect(() => verdict(planFunding({ cancelFills }))).toThrow('a cancel or pause would pay for');
  });

  it('accepts another number of payments that a cancel pays for where the request names it, and shows it', () => {
    const flow = planFunding({ cancelFills: 65n });
    const [effect] = flow.asked.effects;
    if (effect?.kind !== 'OPENS_STREAMS') throw new Error('It opens a stream');
    const reading = verify(flow.request, flow.signer, { effects: [{ ...effect, cancelFills: 65 }] });
    expect(summarize(reading).rows).toContainEqual({ label: 'Payments that a cancel pays for', value: '65' });
    for (const cancelFills of [17, 64, 66])
      expect(() => verify(flow.request, flow.signer, { effects: [{ ...effect, cancelFills }] })).toThrow(
        'cancelFills is 65',
      );
  });

  it.each(['fee', 'floor'] as const)('refuses a %s that no builder announces', (term) => {
    const { least, default: usual } = planFeeLimits('VESTING_BCH')[term];
    for (const other of [least, usual - 10n])
      expect(() => verdict(planFunding({ [term]: other }))).toThrow(`The ${term} of its streams would be ${other}`);
  });

  it('refuses a list whose contract takes proofs of another length than its trees have', () => {
    verdict(listFunding(3));
    verdict(listFunding(2, 2));
    for (const depth of [4, 5, 20]) expect(() => verdict(listFunding(depth))).toThrow('would take no claims');
    expect(() => verdict(listFunding(3, 2))).toThrow('would take no claims');
  });
});

describe('the lanes of a list', () => {
  it.each([1n, 10_000n, -1n, -10_000n])('are refused with %s satoshis of one lane in the other', (moved) => {
    const flow = listFunding(2, 2);
    const request = withOutputs(flow.request, (outputs) => {
      const lanes = outputs.filter(({ token }) => token?.nft !== undefined);
      return outputs.map((output) => {
        if (!lanes.includes(output)) return output;
        return { ...output, valueSatoshis: output.valueSatoshis + (output === lanes[0] ? moved : -moved) };
      });
    });
    expect(() => verify(request, flow.signer, flow.asked)).toThrow('pools.0 is');
  });

  it('may share its money in any way where the request does not name what each lane gives away', () => {
    const flow = listFunding(2, 2);
    const [effect] = flow.asked.effects;
    if (effect?.kind !== 'OPENS_CAMPAIGN') throw new Error('It opens a campaign');
    const { pools, ...others } = effect;
    expect(pools).toHaveLength(2);
    verify(flow.request, flow.signer, { effects: [others] });
  });
});

describe('a transaction that nodes do not relay', () => {
  it('is refused for its size, however its fee compares with that', () => {
    const flow = flowNamed('vault: deposit');
    const [own] = flow.signer.own;
    if (own === undefined) throw new Error('The signer has an address');
    const withChange = (count: number) =>
      withOutputs(flow.request, (outputs) => {
        const [change] = outputs.slice(-1);
        const each = { lockingBytecode: own, valueSatoshis: 1_000n };
        const rest = (change?.valueSatoshis ?? 0n) - BigInt(count) * 1_100n;
        return [
          ...outputs.slice(0, -1),
          { lockingBytecode: own, valueSatoshis: rest },
          ...Array.from({ length: count }, () => each),
        ];
      });
    verify(withChange(2_900), flow.signer, flow.asked);
    expect(() => verify(withChange(3_000), flow.signer, flow.asked)).toThrow(`nodes relay ${MAX_STANDARD_SIZE}`);
  });
});

describe('excludeEachOther', () => {
  it('returns whether two transactions spend a coin in common', () => {
    const [flow, same, other] = [planFunding({}), planFunding({}), listFunding(3)].map(({ request }) => request);
    if (flow === undefined || same === undefined || other === undefined) throw new Error('There are three');
    expect(excludeEachOther(flow.transaction, flow.transaction)).toBe(true);
    // Built again by another coin: both could be mined.
    expect(excludeEachOther(flow.transaction, same.transaction)).toBe(false);
    expect(excludeEachOther(flow.transaction, other.transaction)).toBe(false);
    expect(() => excludeEachOther(flow.transaction, '00')).toThrow('cannot be decoded');
  });
});

describe('the close of a vault', () => {
  it('is refused while its state holds tokens, which would end with it', () => {
    const flow = flowNamed('vault: close');
    const [state, ...others] = flow.request.sourceOutputs as readonly { readonly token: object }[];
    if (state === undefined) throw new Error('It spends the state');
    verify(flow.request, flow.signer, flow.asked);
    const request = {
      ...flow.request,
      sourceOutputs: [{ ...state, token: { ...state.token, amount: '5' } }, ...others],
    };
    expect(() => verify(request, flow.signer, flow.asked)).toThrow('5 units of the token');
  });
});

describe('locks that their recipients could move, though nobody asked for it', () => {
  const fundings = [false, true].flatMap(movableLockFlows).filter(({ name }) => name.endsWith('funding'));
  const asking = (flow: Flow, moveDelay: number | undefined) => () =>
    verify(flow.request, flow.signer, {
      effects: flow.asked.effects.map((effect): AskedEffect => {
        if (effect.kind !== 'OPENS_LOCKS') return effect;
        const { moveDelay: _, ...fixed } = effect;
        return { ...fixed, ...(moveDelay !== undefined && { moveDelay }) };
      }),
    });

  it.each(fundings.map((flow) => [flow.name, flow] as const))('are refused: %s', (_, flow) => {
    expect(asking(flow, 1_008)).not.toThrow();
    expect(asking(flow, undefined)).toThrow('recipients could move their locks');
    for (const delay of [0, 144]) expect(asking(flow, delay)).toThrow('moveDelay is 1008');
  });
});
