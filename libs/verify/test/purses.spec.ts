import {
  beaconOutput,
  lockingBytecodeOf,
  proposePurses,
  proposeVaultSpend,
  buildPurseHome,
  buildPursePayment,
} from '@weir/covenants';
import { Difference, purseAddress, summarize, verify } from '../src/index.js';
import { hashOf, TIP, walletOf } from './support/coins.js';
import { addressAt, flowOf, NETWORK } from './support/flow.js';
import { drafted, LIST_HASH, livePurse, opens, PAYEES, purseFlows } from './support/purse-flows.js';
import { createVault } from './support/vault.js';

const flowNamed = (name: string) => {
  const flow = purseFlows(false).find((each) => each.name === `purse of BCH: ${name}`);
  if (flow === undefined) throw new Error(`There is no flow ${name}`);
  return flow;
};
const read = (name: string) => {
  const { request, signer, asked } = flowNamed(name);
  return verify(request, signer, asked);
};

describe('the review of a purse', () => {
  it('names who pays alone, each payee, the limit and its period', () => {
    const { sentences, rows } = summarize(read('opening'));
    expect(sentences.at(-1)).toContain('Puts 0.005 BCH into a purse');
    expect(sentences.at(-1)).toContain('2 payees 0.001 BCH at once, and again over each 144 blocks');
    for (const payee of PAYEES)
      expect(rows).toContainEqual(expect.objectContaining({ label: 'May pay', value: payee }));
    expect(rows).toContainEqual({ label: 'Limit', value: '0.001 BCH' });
  });

  it('says that anybody may be paid where the list is empty', () => {
    const { sentences, rows } = summarize(read('opening for anybody'));
    expect(sentences.at(-1)).toContain('alone may pay anybody');
    expect(rows).toContainEqual({ label: 'May pay', value: 'anybody' });
  });

  it('says whether the chain lists it', () => {
    expect(summarize(read('opening')).rows).toContainEqual({
      label: 'Listed by the chain',
      value: 'no: only those who know its address find it',
    });
    expect(summarize(read('opening that the chain lists')).rows).toContainEqual({
      label: 'Listed by the chain',
      value: 'yes: anybody finds it',
    });
  });

  it('names the payee, the amount and what remains of the limit in a payment', () => {
    const reading = read('payment');
    const [effect] = reading.effects;
    if (effect?.kind !== 'PAYS_FROM_PURSE') throw new Error('It pays');
    expect(effect.counts).toBe(40_000n + reading.fee);
    // A block old: a 144th of the limit cannot refill what is full.
    expect(effect.remaining).toBe(60_000n - reading.fee);
    const { sentences, rows } = summarize(reading);
    expect(sentences).toHaveLength(1);
    expect(sentences[0]).toContain(PAYEES[0]);
    expect(rows).toContainEqual(expect.objectContaining({ label: 'Remaining limit' }));
    // The purse pays the fee: nothing of the signer's moves.
    expect(reading.lines).toEqual([]);
    expect(reading.ownInputs).toBe(0);
  });
});

describe('verify refuses', () => {
  const draft = drafted(false);
  const purse = livePurse(draft);
  const { contract: vault, holdings, spends, proposed } = createVault();
  const shop = draft.payees[0] ?? new Uint8Array();

  it('a payment out of another purse, to another payee, and of another amount', () => {
    const { request, signer, asked } = flowNamed('payment');
    const [effect] = asked.effects;
    if (effect?.kind !== 'PAYS_FROM_PURSE') throw new Error('It pays');
    for (const change of [{ to: PAYEES[1] ?? '' }, { amount: 40_001n }, { purse: vault.address }, { limit: 1n }])
      expect(() => verify(request, signer, { effects: [{ ...effect, ...change }] })).toThrow(Difference);
  });

  it('a beacon beside a purse of a private treasury: it costs satoshis, and anybody would find the treasury', () => {
    const { request, signer, asked } = flowNamed('opening that the chain lists');
    for (const isListed of [false, undefined])
      expect(() =>
        verify(request, signer, {
          effects: asked.effects.map((effect) => (effect.kind === 'OPENS_PURSES' ? { ...effect, isListed } : effect)),
        }),
      ).toThrow(/isListed is true, not (?:false|none)/);
    const opening = flowNamed('opening');
    const listed = opening.asked.effects.map((effect) =>
      effect.kind === 'OPENS_PURSES' ? { ...effect, isListed: true } : effect,
    );
    expect(() => verify(opening.request, opening.signer, { effects: listed })).toThrow('isListed is false, not true');
  });

  it('a beacon beside anything but an opening', () => {
    const beacon = beaconOutput(vault.lockingBytecode, TIP);
    const proposal = proposePurses(vault, holdings, { recalled: [purse] });
    const outputs = [...proposal.outputs, beacon];
    const { request, signer } = proposed('closing', { ...proposal, outputs }, []);
    const { asked } = flowNamed('closing');
    expect(() => verify(request, signer, asked)).toThrow(Difference);
  });

  it('a payment where the way home was asked for, and the other way round', () => {
    const [payment, home] = [flowNamed('payment'), flowNamed('way home')];
    expect(() => verify(payment.request, payment.signer, home.asked)).toThrow('does not do what you asked for');
    expect(() => verify(home.request, home.signer, payment.asked)).toThrow('does not do what you asked for');
  });

  it('a payment by a key that is not the purse’s, and a way home by nobody of its signers', () => {
    const payment = buildPursePayment({ ...purse, payees: draft.payees, to: shop, amount: 40_000n }, TIP);
    for (const [name, built] of [
      ['payment', payment] as const,
      ['way home', buildPurseHome(purse.contract, purse.coin)] as const,
    ]) {
      const { asked } = flowNamed(name);
      const { request, signer } = flowOf(name, built, walletOf(0x77), []);
      expect(() => verify(request, signer, asked)).toThrow('would refuse it');
    }
  });

  it('a purse whose signers are not those of the vault', () => {
    const [one, two, three] = draft.signers;
    const stranger = hashOf(0x66);
    for (const signers of [
      [two, one, three],
      [one, two, stranger],
    ] as const) {
      const other = { ...draft, signers: [signers[0], signers[1], signers[2]] as const };
      const flow = proposed('other signers', proposePurses(vault, holdings, { opened: [other] }), [
        spends,
        opens(other),
      ]);
      expect(() => verify(flow.request, flow.signer, flow.asked)).toThrow('are not those of the treasury');
    }
  });

  it('a purse that is opened or taken back beside a payment, where only the payment was asked for', () => {
    const payee = lockingBytecodeOf(hashOf(0x41));
    const pays = { kind: 'PAYS', to: addressAt(payee), asset: undefined, amount: 300_000n } as const;
    const honest = proposeVaultSpend(vault, holdings, payee, { type: 'BCH', satoshis: 300_000n });
    const opening = proposePurses(vault, holdings, { opened: [draft] });
    const recalled = proposePurses(vault, holdings, { recalled: [purse] });
    for (const [added, filled] of [
      [opening.outputs.slice(1), []],
      [[], recalled.filled],
    ] as const) {
      const hidden = { ...honest, filled, outputs: [...honest.outputs, ...added] };
      const flow = proposed('hidden', hidden, [spends, pays]);
      expect(() => verify(flow.request, flow.signer, flow.asked)).toThrow(Difference);
    }
  });
});

describe('the address of a purse', () => {
  const { contract: vault } = createVault();
  const { contract } = livePurse(drafted(false));
  const find = {
    vault: vault.address,
    signers: vault.parameters.signers.map((hash) => addressAt(lockingBytecodeOf(hash))),
    spender: addressAt(lockingBytecodeOf(contract.terms.spender)),
    listHash: LIST_HASH,
    category: null,
    limit: contract.terms.limit,
    period: contract.terms.period,
    left: contract.left,
  };

  it('follows from its terms and what is left', () => {
    expect(purseAddress(find, NETWORK)).toBe(contract.address);
    expect(purseAddress({ ...find, left: 0n }, NETWORK)).not.toBe(contract.address);
  });

  it.each([
    ['two signers', { signers: find.signers.slice(0, 2) }],
    ['no limit', { limit: 0n, left: 0n }],
    ['more left than its limit', { left: find.limit + 1n }],
    ['a key as its vault', { vault: find.spender }],
    ['a script as its payer', { spender: vault.address }],
    ['a hash of another length', { listHash: 'ab' }],
  ])('is none with %s', (_, change) => {
    expect(() => purseAddress({ ...find, ...change }, NETWORK)).toThrow(Difference);
  });
});
